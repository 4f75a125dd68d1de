import { type Context, Hono } from 'hono'
import type { SignedIn } from '#domain/users/user'
import { changePassword } from '../../actions/change-password.ts'
import { signIn, signOut } from '../../actions/sign-in.ts'
import type { Clinic } from '../../context.ts'
import { passwordForm, signInForm } from '../../forms/forms.ts'
import { lookAtSettings } from '../../queries/queue.ts'
import type { Session } from '../../security/session.ts'
import { addressOf } from '../client-address.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'
import { forgetSession, keepSession, sessionIn } from '../session-cookie.ts'

export const auth = new Hono<Door>()
  .get('/me', signedIn, async c =>
    c.json({ user: await signedInUser(c.var.clinic, c.var.session) }),
  )

  .post('/login', jsonOnly, validate('json', signInForm), async c => {
    const session = await signIn(c.var.clinic, c.req.valid('json'), addressOf(c))
    await leave(c)
    await keepSession(c, session)
    return c.json({ success: true, user: await signedInUser(c.var.clinic, session) })
  })

  .post('/logout', async c => {
    await leave(c)
    forgetSession(c)
    return c.json({ success: true })
  })

  .post('/change-password', signedIn, jsonOnly, validate('json', passwordForm), async c => {
    await changePassword(c.var.clinic, c.var.session, c.req.valid('json'))
    return c.json({ success: true })
  })

/** Ends whatever session the browser had, so that none is left behind unseen. Its cookie is the caller's. */
export async function leave(c: Context) {
  const clinic: Clinic = c.get('clinic')
  const session = await sessionIn(clinic, c.req.header('cookie') ?? null)
  if (session) await signOut(clinic, session)
}

export async function signedInUser(clinic: Clinic, { user }: Session): Promise<SignedIn> {
  const { id, username, role } = user
  const { clinicName = '' } = await lookAtSettings(clinic)
  return { id, username, role, clinicName }
}
