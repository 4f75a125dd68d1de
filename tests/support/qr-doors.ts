import { NURSE } from './clinic.ts'
import { cookieOf, type Doors, type Visitor, visitor } from './doors.ts'

/** The two sides of a sign-in by QR code, at a clinic's doors. */
export function qrDoors(ctx: Doors) {
  const init = () => ctx.visitor('/api/qr/init', { method: 'POST' })

  /** A login page that shows a QR code. */
  async function aTv() {
    const asked = await init()
    const ask = visitor(ctx.app, cookieOf(asked))
    const qrId: string = asked.body.qrId
    return { qrId, ask, cookie: cookieOf(asked), ...doorsOf(ask, qrId) }
  }

  function doorsOf(ask: Visitor, qrId: string) {
    const post = (verb: string, json?: unknown) =>
      ask(`/api/qr/${qrId}/${verb}`, { method: 'POST', json })
    return {
      status: () => ask(`/api/qr/${qrId}/status`),
      authorize: (who = NURSE) =>
        post('authorize', { username: who.username, password: who.password }),
      finalize: (tvVerifier: unknown) => post('finalize', { tvVerifier }),
      claim: () => post('claim'),
    }
  }

  /** Whoever has only read the address in the QR code. */
  const stranger = (qrId: string) => doorsOf(ctx.visitor, qrId)

  /** A phone that has scanned it, and on which the password was right. */
  async function aPhone(qrId: string, who = NURSE) {
    const answer = await stranger(qrId).authorize(who)
    const code: string = answer.body.code
    return {
      answer,
      code,
      cookie: cookieOf(answer),
      ...doorsOf(visitor(ctx.app, cookieOf(answer)), qrId),
    }
  }

  /** The code that the TV was told. */
  function tvCode() {
    const said = ctx.said.find(({ event }) => event === 'qr:authorization_complete')
    return said && 'code' in said.payload ? said.payload.code : ''
  }

  const saidOfQr = () => ctx.said.filter(({ event }) => event.startsWith('qr:'))
  const whoIs = async (cookie: string) =>
    (await visitor(ctx.app, cookie)('/api/auth/me')).body.user?.username

  return { init, aTv, doorsOf, stranger, aPhone, tvCode, saidOfQr, whoIs }
}

/** A code that is none of these. */
export const wrong = (...codes: string[]) =>
  ['111111', '222222', '333333'].find(code => !codes.includes(code)) ?? ''
