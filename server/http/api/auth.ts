import { Hono } from 'hono'
import { getDevicePath } from '#domain/display/tv-device'
import type { SignedInUser } from '#domain/users/user'
import {
  changePassword,
  hashChangedPassword,
  signIn,
  verifyCredentials,
} from '../../actions/auth.ts'
import { startScreen } from '../../actions/tv/tv-devices.ts'
import type { App } from '../../context.ts'
import { getSettings } from '../../queries/settings.ts'
import type { Session } from '../../security/session.ts'
import { getSignInClient, rememberDevice } from '../cookies.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { validate } from '../middleware/validation.ts'
import { perform, performPrepared, writeInTime } from '../perform.ts'
import { recordRefusedSignIn, recordWrongPassword } from '../refused-passwords.ts'
import { passwordForm, signInForm } from '../schemas/auth.ts'
import { clearSessionCookie, endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

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
