import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { describeBrowser } from '#domain/auth/browser-name'
import {
  cleanCode,
  PHONE_CODE_MAX,
  PHONE_CODE_MIN,
  qrPagePath,
  SHORT_PHONE_CODE,
} from '#domain/auth/qr-session'
import { getDevicePath } from '#domain/display/tv-device'
import { PASSWORD_MAX } from '#domain/users/password'
import type { SignedInUser } from '#domain/users/user'
import {
  changePassword,
  hashChangedPassword,
  signIn,
  verifyCredentials,
} from '../../actions/auth.ts'
import {
  assertQrUsable,
  authorizeQrLogin,
  claimQrLogin,
  finalizeQrLogin,
  refuseTooManyQrs,
  startQrLogin,
} from '../../actions/qr-login.ts'
import { startScreen } from '../../actions/tv/tv-devices.ts'
import type { App } from '../../context.ts'
import { getQrStatus } from '../../queries/qr-login.ts'
import { getSettings } from '../../queries/settings.ts'
import type { Session } from '../../security/session.ts'
import { recordRefusedSignIn, recordWrongPassword } from '../audit.ts'
import { getClientAddress } from '../client-address.ts'
import {
  clearTvSecret,
  getSignInClient,
  readQrProof,
  rememberDevice,
  writePhoneTicket,
  writeTvSecret,
} from '../cookies.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { validate } from '../middleware/validation.ts'
import { perform, performPrepared, writeInTime } from '../perform.ts'
import { getPublicUrl } from '../public-url.ts'
import { passwordField, requiredTextField } from '../schemas/fields.ts'
import { clearSessionCookie, endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

const signInForm = z.object({
  username: requiredTextField('Username is required'),
  password: passwordField('Password is required'),
})

const passwordForm = z.object({
  currentPassword: passwordField('Current password is required'),
  newPassword: requiredTextField('New password is required', PASSWORD_MAX),
})

const TOO_LONG = `Must be at most ${PHONE_CODE_MAX} characters`

/** Allows any code that a phone may send. The TV's own form is stricter. */
const qrCodeForm = z.object({
  tvVerifier: z
    .string({ error: SHORT_PHONE_CODE })
    .max(40, { error: TOO_LONG })
    .transform(cleanCode)
    .pipe(
      z
        .string()
        .min(PHONE_CODE_MIN, { error: SHORT_PHONE_CODE })
        .max(PHONE_CODE_MAX, { error: TOO_LONG }),
    ),
})

export const auth = new Hono<AppEnv>()
  .get('/me', requireSession, async c =>
    c.json({ user: await toSignedInUser(c.var.app, c.var.session) }),
  )

  .post('/login', validate('json', signInForm), async c => {
    const client = await getSignInClient(c)
    const form = c.req.valid('json')
    const { app } = c.var
    const { address } = client
    const { session } = await verifyCredentials(app, form, client)
      .then(user => writeInTime(c, { user, address }, tx => signIn(tx, user)))
      .catch(cause => recordRefusedSignIn(c, form.username, cause))
    await endCurrentSession(c)
    await rememberDevice(c, client, session.user.username)
    await writeSessionCookie(c, session)
    return c.json({ success: true, user: await toSignedInUser(app, session) })
  })

  .post('/logout', async c => {
    await endCurrentSession(c)
    clearSessionCookie(c)
    return c.json({ success: true })
  })

  // This keeps the session, so the page can repeat the request after a lost response.
  .post('/screen', requireSession, limitRate('screens'), c =>
    perform(c, async tx => {
      const { app, session } = c.var
      const { token, hash } = app.newTokens.make(Date.parse(tx.now))
      const { name, ...written } = await startScreen(tx, session.user, hash)
      const audit = { action: 'TV added', subject: name } as const
      return { ...written, body: { path: getDevicePath('tv', token) }, secret: token, audit }
    }),
  )

  .post('/change-password', requireSession, validate('json', passwordForm), c => {
    const { app, session } = c.var
    return performPrepared(
      c,
      () =>
        hashChangedPassword(app, session, c.req.valid('json')).catch(cause =>
          recordWrongPassword(c, { action: 'password change refused' }, cause),
        ),
      async (tx, hash) => {
        const written = await changePassword(tx, session, hash)
        return { ...written, body: { success: true }, audit: { action: 'own password changed' } }
      },
    )
  })

export async function toSignedInUser(app: App, { user }: Session): Promise<SignedInUser> {
  const { id, username, role } = user
  const { clinicName } = await getSettings(app)
  return { id, username, role, clinicName }
}

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
