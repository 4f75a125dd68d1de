import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { SignedInUser } from '#domain/users/user'
import {
  changePassword,
  hashChangedPassword,
  signIn,
  startDisplay,
  verifyCredentials,
} from '../../actions/auth.ts'
import type { App } from '../../context.ts'
import { getSettings } from '../../queries/settings.ts'
import type { Session } from '../../security/session.ts'
import { getSignInClient, rememberDevice } from '../cookies.ts'
import { type AppEnv, isDisplay, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { perform, performPrepared, writeInTime } from '../perform.ts'
import { recordRefusedSignIn, recordWrongPassword } from '../refused-passwords.ts'
import { passwordForm, signInForm } from '../schemas/auth.ts'
import { clearSessionCookie, endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

/** A repeated response needs the cookie of the first one, too. */
const withDisplayCookie = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.ok) await writeSessionCookie(c, { ...c.var.session, kind: 'tv' })
})

export const auth = new Hono<AppEnv>()
  .get('/me', requireSession, async c => {
    const user = await toSignedInUser(c.var.app, c.var.session)
    // A page that was opened before the session became a display's must know it.
    return c.json({ user: isDisplay(c) ? { ...user, role: 'display' as const } : user })
  })

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

  .post('/display', requireSession, withDisplayCookie, c =>
    perform(c, async tx => {
      const { ended } = await startDisplay(tx, c.var.session)
      return { body: { success: true }, audit: { action: 'display started' }, ended }
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
