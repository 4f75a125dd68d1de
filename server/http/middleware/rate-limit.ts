import { createMiddleware } from 'hono/factory'
import { getTvSessionId } from '#domain/display/tv-device'
import type { RateName } from '../../security/rates.ts'
import type { AppEnv } from './auth.ts'

/** Comes before everything that costs time. Each device and each user counts separately. */
export function limitRate(name: RateName) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { app, device, session } = c.var
    await app.assertRate(name, device ? getTvSessionId(device.id) : `user ${session.user.id}`)
    await next()
  })
}
