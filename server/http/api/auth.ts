import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { SignedInUser } from '#domain/users/user'
import { changePassword, signIn, startDisplay } from '../../actions/auth.ts'
import type { App } from '../../context.ts'
import { getSettings } from '../../queries/settings.ts'
import type { Session } from '../../security/session.ts'
import { getSignInClient, rememberDevice } from '../cookies.ts'
import { recordAudit } from '../middleware/audit.ts'
import { type AppEnv, isDisplay, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import { recordRefusedSignIn, recordWrongPassword } from '../refused-passwords.ts'
import { passwordForm, signInForm } from '../schemas/auth.ts'
import { clearSessionCookie, endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

/** Around `idempotent`: a repeated response needs the cookie of the first one, too. */
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
    const session = await signIn(c.var.app, form, client).catch(cause =>
      recordRefusedSignIn(c, form.username, cause),
    )
    const { user } = session
    await recordAudit(c, { action: 'signed in' }, { user, address: client.address })
    await endCurrentSession(c)
    await rememberDevice(c, client, session.user.username)
    await writeSessionCookie(c, session)
    return c.json({ success: true, user: await toSignedInUser(c.var.app, session) })
  })

  .post('/logout', async c => {
    await endCurrentSession(c)
    clearSessionCookie(c)
    return c.json({ success: true })
  })

  .post('/display', requireSession, withDisplayCookie, idempotent, async c => {
    await startDisplay(c.var.app, c.var.session)
    c.set('audited', { action: 'display started' })
    return c.json({ success: true })
  })

  .post('/change-password', requireSession, idempotent, validate('json', passwordForm), async c => {
    const { app, session } = c.var
    await changePassword(app, session, c.req.valid('json')).catch(cause =>
      recordWrongPassword(c, { action: 'password change refused' }, cause),
    )
    c.set('audited', { action: 'own password changed' })
    return c.json({ success: true })
  })

export async function toSignedInUser(app: App, { user }: Session): Promise<SignedInUser> {
  const { id, username, role } = user
  const { clinicName = '' } = await getSettings(app)
  return { id, username, role, clinicName }
}
