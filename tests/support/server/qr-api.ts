import { type Client, createClient, readCookies, type TestApp } from './test-app.ts'
import { NURSE } from './test-clinic.ts'

/** The TV and the phone of a QR sign-in, as API clients. */
export function createQrApi(ctx: TestApp) {
  const init = () => ctx.signedOut.post('/api/qr/init')

  async function aTv() {
    const response = await init()
    const request = createClient(ctx.app, readCookies(response))
    const qrId: string = response.body.qrId
    return { qrId, request, cookie: readCookies(response), ...clientOf(request, qrId) }
  }

  function clientOf(request: Client, qrId: string) {
    const post = (verb: string, json?: unknown) =>
      request(`/api/qr/${qrId}/${verb}`, { method: 'POST', json })
    return {
      status: () => request(`/api/qr/${qrId}/status`),
      authorize: (user = NURSE) =>
        post('authorize', { username: user.username, password: user.password }),
      finalize: (tvVerifier: unknown) => post('finalize', { tvVerifier }),
      claim: () => post('claim'),
    }
  }

  const stranger = (qrId: string) => clientOf(ctx.signedOut, qrId)

  async function aPhone(qrId: string, user = NURSE) {
    const response = await stranger(qrId).authorize(user)
    const code: string = response.body.code
    return {
      response,
      code,
      cookie: readCookies(response),
      ...clientOf(createClient(ctx.app, readCookies(response)), qrId),
    }
  }

  function tvCode() {
    const event = ctx.published.find(({ event }) => event === 'qr:authorization_complete')
    return event && 'code' in event.payload ? event.payload.code : ''
  }

  const qrEvents = () => ctx.published.filter(({ event }) => event.startsWith('qr:'))
  const whoIs = async (cookie: string) =>
    (await createClient(ctx.app, cookie)('/api/auth/me')).body.user?.username

  return { init, aTv, clientOf, stranger, aPhone, tvCode, qrEvents, whoIs }
}
