import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import { touchLastSeen } from '../actions/tv/tv-devices.ts'
import type { App } from '../context.ts'
import { isQrOwner } from '../queries/qr-login.ts'
import { findDeviceByToken } from '../queries/tv-devices.ts'
import type { QrAccess } from '../realtime/qr-join.ts'
import type { Authenticate, Client } from '../realtime/subscriber.ts'
import type { Session } from '../security/session.ts'
import { hasTvSecret, readTvSecret } from './cookies.ts'
import { getSessionFromHeader } from './session-cookie.ts'

export function createAuthenticator(app: App): Authenticate {
  return async ({ cookie, tvToken }) => {
    if (tvToken === undefined) return authenticateStaff(app, cookie)
    const device = await findDeviceByToken(app, tvToken)
    if (device) await touchLastSeen(app, device)
    return device && toTvSubscriber(device)
  }
}

async function authenticateStaff(app: App, cookie: string | null): Promise<Client | null> {
  const session = await getSessionFromHeader(app, cookie)
  return session && toStaffSubscriber(session)
}

export function toStaffSubscriber({ id, user }: Session): Client {
  return { session: id, name: user.username, audience: 'staff', options: null }
}

export function toTvSubscriber({ id, name, options }: TvDevice): Client {
  return { session: getTvSessionId(id), name, audience: 'tv', options }
}

export function createQrAccess(app: App): QrAccess {
  return {
    canJoin: hasTvSecret,
    isOwner: (cookie, qrId) => isQrOwner(app, qrId, readTvSecret(cookie, qrId)),
  }
}
