import { type Context, Hono } from 'hono'
import { describeBrowser } from '#domain/auth/browser-name'
import { qrPagePath } from '#domain/auth/qr-session'
import { verifyCredentials } from '../../actions/auth.ts'
import {
  assertQrUsable,
  authorizeQrLogin,
  claimQrLogin,
  finalizeQrLogin,
  refuseTooManyQrs,
  startQrLogin,
} from '../../actions/qr-login.ts'
import { getQrStatus } from '../../queries/qr-login.ts'
import type { Session } from '../../security/session.ts'
import { getClientAddress } from '../client-address.ts'
import {
  clearTvSecret,
  getSignInClient,
  readQrProof,
  rememberDevice,
  writePhoneTicket,
  writeTvSecret,
} from '../cookies.ts'
import type { AppEnv } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { writeInTime } from '../perform.ts'
import { getPublicUrl } from '../public-url.ts'
import { recordRefusedSignIn } from '../refused-passwords.ts'
import { qrCodeForm, signInForm } from '../schemas/auth.ts'
import { endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

/** Signs in a TV with a phone. Each browser identifies itself with the cookie that it got here. */
export const qr = new Hono<AppEnv>()
  .post('/init', async c => {
    const asker = {
      browser: describeBrowser(c.req.header('user-agent') ?? ''),
      address: getClientAddress(c),
    }
    await refuseTooManyQrs(c.var.app, asker.address)
    const { qrId, secret, expiresAt } = await writeInTime(c, byAddress(c), tx =>
      startQrLogin(tx, asker),
    )
    writeTvSecret(c, qrId, secret)
    return c.json({ qrId, qrUrl: qrUrl(c, qrId), expiresAt }, 201)
  })

  .get('/:id/status', async c => {
    const id = c.req.param('id')
    const proof = readQrProof(c, id)
    const status = await getQrStatus(c.var.app, id, proof)
    const isForTv = status.phase === 'active'
    return c.json(isForTv ? { ...status, qrUrl: qrUrl(c, id) } : status)
  })

  .post('/:id/authorize', validate('json', signInForm), async c => {
    const id = c.req.param('id')
    const form = c.req.valid('json')
    const client = await getSignInClient(c)
    const { app } = c.var
    await assertQrUsable(app, id)
    const { username, code, ticket } = await verifyCredentials(app, form, client)
      .then(user => writeInTime(c, byAddress(c), tx => authorizeQrLogin(tx, app.config, id, user)))
      .catch(cause => recordRefusedSignIn(c, form.username, cause))
    writePhoneTicket(c, id, ticket)
    await rememberDevice(c, client, username)
    return c.json({ success: true, user: { username }, code })
  })

  .post('/:id/finalize', validate('json', qrCodeForm), async c => {
    const id = c.req.param('id')
    const { tvVerifier } = c.req.valid('json')
    const typed = { id, code: tvVerifier, proof: readQrProof(c, id) }
    const { error, user, session } = await writeInTime(c, byAddress(c), tx =>
      finalizeQrLogin(tx, c.var.app.config, typed),
    )
    if (error) throw error
    if (session) await startSessionHere(c, id, session)
    return c.json({ success: true, userId: user.id })
  })

  .post('/:id/claim', async c => {
    const id = c.req.param('id')
    const proof = readQrProof(c, id)
    const { session } = await writeInTime(c, byAddress(c), tx =>
      claimQrLogin(tx, c.var.app.config, id, proof),
    )
    await startSessionHere(c, id, session)
    return c.json({ success: true, userId: session.user.id })
  })

function byAddress(c: Context<AppEnv>) {
  return { user: null, address: getClientAddress(c) }
}

function qrUrl(c: Context<AppEnv>, qrId: string) {
  return getPublicUrl(c, qrPagePath(qrId))
}

async function startSessionHere(c: Context<AppEnv>, qrId: string, session: Session) {
  await endCurrentSession(c)
  clearTvSecret(c, qrId)
  await writeSessionCookie(c, session)
}
