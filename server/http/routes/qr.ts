import { type Context, Hono } from 'hono'
import { qrPagePath } from '#domain/auth/qr-session'
import { authorizeQr, claimQr, finalizeQr } from '../../actions/qr-login.ts'
import { lookAtQr, startQr } from '../../actions/qr-login-start.ts'
import { qrCodeForm, signInForm } from '../../forms/forms.ts'
import type { Session } from '../../security/session.ts'
import { addressOf } from '../client-address.ts'
import type { Door } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'
import { reachableUrl } from '../public-url.ts'
import { forgetSecret, keepSecret, keepTicket, proofFrom } from '../qr-cookies.ts'
import { keepSession } from '../session-cookie.ts'
import { leave } from './auth.ts'

/** Signing in a TV with a phone. What each browser may do hangs on the cookie that it was given here. */
export const qr = new Hono<Door>()
  .post('/init', async c => {
    const { qrId, secret, expiresAt } = await startQr(c.var.clinic, addressOf(c))
    keepSecret(c, qrId, secret)
    return c.json({ qrId, qrUrl: qrUrl(c, qrId), expiresAt }, 201)
  })

  .get('/:id/status', async c => {
    const id = c.req.param('id')
    const proof = proofFrom(c, id)
    const status = await lookAtQr(c.var.clinic, id, proof)
    const isForTv = status.phase === 'active'
    return c.json(isForTv ? { ...status, qrUrl: qrUrl(c, id) } : status)
  })

  .post('/:id/authorize', jsonOnly, validate('json', signInForm), async c => {
    const id = c.req.param('id')
    const form = c.req.valid('json')
    const { username, code, ticket } = await authorizeQr(c.var.clinic, id, form, addressOf(c))
    keepTicket(c, id, ticket)
    return c.json({ success: true, user: { username }, code })
  })

  .post('/:id/finalize', jsonOnly, validate('json', qrCodeForm), async c => {
    const id = c.req.param('id')
    const { tvVerifier } = c.req.valid('json')
    const { userId, session } = await finalizeQr(c.var.clinic, id, tvVerifier, proofFrom(c, id))
    if (session) await signInHere(c, id, session)
    return c.json({ success: true, userId })
  })

  .post('/:id/claim', async c => {
    const id = c.req.param('id')
    const session = await claimQr(c.var.clinic, id, proofFrom(c, id))
    await signInHere(c, id, session)
    return c.json({ success: true, userId: session.user.id })
  })

function qrUrl(c: Context<Door>, qrId: string) {
  return reachableUrl(c, qrPagePath(qrId))
}

async function signInHere(c: Context, qrId: string, session: Session) {
  await leave(c)
  forgetSecret(c, qrId)
  await keepSession(c, session)
}
