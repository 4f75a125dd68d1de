import { type TvDevice, tvSession } from '#domain/display/tv-device'
import { ownsQr } from '../actions/qr-login-start.ts'
import { noteSeen } from '../actions/touch-last-seen.ts'
import { deviceOf } from '../actions/tv-devices.ts'
import type { Clinic } from '../context.ts'
import type { QrDoor } from '../realtime/qr-join.ts'
import type { Listener, WhoIs } from '../realtime/subscriber.ts'
import { hasSecret, secretIn } from './qr-cookies.ts'
import { sessionIn } from './session-cookie.ts'

/** Who a live connection is: a TV by its token, or else the staff by their cookie. */
export function whoListens(clinic: Clinic): WhoIs {
  return async ({ cookie, tvToken }) => {
    if (tvToken === undefined) return staffListener(clinic, cookie)
    const device = await deviceOf(clinic, tvToken)
    if (device) await noteSeen(clinic, device)
    return device && tvListener(device)
  }
}

async function staffListener(clinic: Clinic, cookie: string | null): Promise<Listener | null> {
  const session = await sessionIn(clinic, cookie)
  return session && { session: session.id, name: session.user.username, audience: 'staff' }
}

export function tvListener({ id, name }: Pick<TvDevice, 'id' | 'name'>): Listener {
  return { session: tvSession(id), name, audience: 'tv' }
}

/** What a live connection may hear of QR codes, by its cookies. */
export function qrDoor(clinic: Clinic): QrDoor {
  return {
    mayJoin: hasSecret,
    owns: (cookie, qrId) => ownsQr(clinic, qrId, secretIn(cookie, qrId)),
  }
}
