import type { Context } from 'hono'
import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import { touchLastSeen } from '../actions/tv/tv-devices.ts'
import type { App } from '../context.ts'
import { isQrOwner } from '../queries/qr-login.ts'
import { findDeviceByToken } from '../queries/tv-devices.ts'
import type { QrAccess } from '../realtime/socket-io.ts'
import { type EventStreams, type ProgramFeed, SSE_HEADERS } from '../realtime/sse.ts'
import type { Authenticate, Client } from '../realtime/subscriber.ts'
import type { Session } from '../security/session.ts'
import { getClientAddress } from './client-address.ts'
import { hasTvSecret, readTvSecret } from './cookies.ts'
import { getSessionFromHeader } from './session-cookie.ts'

export function createAuthenticator(app: App): Authenticate {
  return async ({ cookie, tvToken, isPage = false }) => {
    if (tvToken === undefined) {
      const session = await getSessionFromHeader(app, cookie)
      return session && toSubscriber(session, isPage)
    }
    const device = await findDeviceByToken(app, 'tv', tvToken)
    if (device) await touchLastSeen(app, device)
    return device && toTvSubscriber(device)
  }
}

export function toSubscriber(session: Session, isPage: boolean): Client {
  const { id, user } = session
  return { session: id, name: user.username, audience: isPage ? 'page' : 'staff', options: null }
}

export function toTvSubscriber({ id, name, options }: TvDevice): Client {
  return { session: getTvSessionId(id), name, audience: 'tv', options }
}

export function createQrAccess(app: App): QrAccess {
  return {
    canJoin: cookie => hasTvSecret(app.config, cookie),
    isOwner: (cookie, qrId) => isQrOwner(app, qrId, readTvSecret(app.config, cookie, qrId)),
  }
}

/** Checks validity after subscribing, because nothing closes the stream of an ended session. */
export async function sendEventStream(
  c: Context,
  events: EventStreams,
  client: Client,
  isStillValid: () => Promise<boolean>,
  feed?: ProgramFeed,
) {
  // Hono drops the body of HEAD without cancelling it, so the stream would stay subscribed.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  const stream = events.stream(client, getClientAddress(c), feed)
  let isValid = false
  try {
    isValid = await isStillValid()
  } finally {
    if (!isValid) await stream.cancel()
  }
  return isValid ? c.body(stream, 200, SSE_HEADERS) : null
}
