import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import { DomainError } from '#domain/errors'
import { isLocalRequest } from '../../security/client-address.ts'
import { getBunServer } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

/** Requires METRICS_TOKEN; if none is set, the client must run on this machine. */
export const requireMetricsAccess = createMiddleware<AppEnv>(async (c, next) => {
  const { metricsToken } = c.var.app.config
  const isAllowed =
    metricsToken === undefined
      ? isLocalRequest(c.req.raw, getBunServer(c))
      : await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  if (!isAllowed) throw metricsToken === undefined ? notLocalError() : noTokenError()
  await next()
})

const notLocalError = () =>
  new DomainError('Only this machine may read this. Set METRICS_TOKEN to read it from elsewhere.', {
    status: 403,
  })
const noTokenError = () => new DomainError('The METRICS_TOKEN is missing or wrong', { status: 403 })
