import { Hono } from 'hono'
import type { SignedInUser } from '#domain/users/user'
import { changePassword, signIn } from '../../actions/auth.ts'
import type { App } from '../../context.ts'
import { getSettings } from '../../queries/settings.ts'
import type { Session } from '../../security/session.ts'
import { getSignInClient, rememberDevice } from '../device-cookie.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { validate } from '../middleware/validation.ts'
import { passwordForm, signInForm } from '../schemas/auth.ts'
import { clearSessionCookie, endCurrentSession, writeSessionCookie } from '../session-cookie.ts'

export const auth = new Hono<AppEnv>()
  .get('/me', requireSession, async c =>
    c.json({ user: await toSignedInUser(c.var.app, c.var.session) }),
  )

  .post('/login', validate('json', signInForm), async c => {
    const client = await getSignInClient(c)
    const session = await signIn(c.var.app, c.req.valid('json'), client)
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

  .post(
    '/change-password',
    requireSession,
    idempotent(),
    validate('json', passwordForm),
    async c => {
      await changePassword(c.var.app, c.var.session, c.req.valid('json'))
      return c.json({ success: true })
    },
  )

export async function toSignedInUser(app: App, { user }: Session): Promise<SignedInUser> {
  const { id, username, role } = user
  const { clinicName = '' } = await getSettings(app)
  return { id, username, role, clinicName }
}
