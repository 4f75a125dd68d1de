import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import { Refusal } from '#domain/errors'
import { isThisMachine } from '../../security/client-address.ts'
import { serverOf } from '../client-address.ts'
import type { Door } from './auth.ts'

/** Lets in who brings METRICS_TOKEN; where there is none, only a program on this very machine. */
export const watchersOnly = createMiddleware<Door>(async (c, next) => {
  const { metricsToken } = c.var.clinic
  const isWatcher =
    metricsToken === undefined
      ? isThisMachine(c.req.raw, serverOf(c))
      : await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  if (!isWatcher) throw metricsToken === undefined ? NOT_FROM_HERE() : NO_TOKEN()
  await next()
})

const NOT_FROM_HERE = () =>
  new Refusal('Only this machine itself may read this, or who brings a METRICS_TOKEN', {
    status: 403,
  })
const NO_TOKEN = () =>
  new Refusal('Only who brings the METRICS_TOKEN may read this', { status: 403 })
