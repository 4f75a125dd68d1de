import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import { DomainError } from '#domain/errors'
import { isLocalRequest } from '../../security/client-address.ts'
import { getBunServer } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

/** Lets in who brings METRICS_TOKEN; where there is none, only a program on this very machine. */
export const requireMetricsAccess = createMiddleware<AppEnv>(async (c, next) => {
  const { metricsToken } = c.var.app.config
  const isWatcher =
    metricsToken === undefined
      ? isLocalRequest(c.req.raw, getBunServer(c))
      : await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  if (!isWatcher) throw metricsToken === undefined ? notLocalError() : noTokenError()
  await next()
})

const notLocalError = () =>
  new DomainError('Only this machine itself may read this, or who brings a METRICS_TOKEN', {
    status: 403,
  })
const noTokenError = () =>
  new DomainError('Only who brings the METRICS_TOKEN may read this', { status: 403 })
