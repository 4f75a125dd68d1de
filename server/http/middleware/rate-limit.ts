import { createMiddleware } from 'hono/factory'
import { getTvSessionId } from '#domain/display/tv-device'
import { isTokenSession } from '#domain/programs/api-token'
import type { RateName } from '../../security/rate-limit.ts'
import type { AppEnv } from './auth.ts'

/** Use this before slow work. Each device, program and user has a separate count. */
export function limitRate(name: RateName) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await c.var.app.assertRate(name, getSender(c.var))
    await next()
  })
}

/** A program acts as the administrator who made its token, but it must not use up their limit. */
function getSender({ device, session }: AppEnv['Variables']) {
  if (device) return getTvSessionId(device.id)
  return isTokenSession(session.id) ? session.id : `user ${session.user.id}`
}
