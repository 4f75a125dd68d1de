import type { Query } from '#db/connection/query'
import { addSession, endSession } from '#db/repositories/sessions'
import { type UserWithHash, userNamed, userWithHash } from '#db/repositories/users'
import { WRONG_SIGN_IN } from '#domain/auth/qr-session'
import { Refusal } from '#domain/errors'
import { foldedUsername, type User } from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { isPassword } from '../security/passwords.ts'
import { newExpiry, type Session, type SessionKind } from '../security/session.ts'

type Form = { username: string; password: string }

export async function signIn(clinic: Clinic, form: Form, address: string): Promise<Session> {
  const user = await userByPassword(clinic, form, address)
  return clinic.write(async tx => {
    await refuseIfChanged(tx, user)
    return openSession(tx, user, 'staff', clinic.now())
  })
}

/** Whose name and password these are. The same words for an unknown user and a wrong password. */
export async function userByPassword(
  { read, signInPace, now }: Clinic,
  { username, password }: Form,
  address: string,
): Promise<UserWithHash> {
  const keys = [`user ${foldedUsername(username)}`, `address ${address}`]
  const user = await signInPace.paced(keys, Date.parse(now()), async () => {
    const known = await read(db => userNamed(db, username))
    return (await isPassword(password, known?.passwordHash)) ? known : null
  })
  if (!user) throw WRONG()
  if (!user.isActive) throw new Refusal('This account is not active', { status: 403 })
  return user
}

const WRONG = () => new Refusal(WRONG_SIGN_IN, { status: 401 })

/** The password may have been changed, or the account switched off, while it was being measured. */
export async function refuseIfChanged(tx: Query, user: UserWithHash) {
  const current = await userWithHash(tx, user.id)
  if (!current?.isActive || current.passwordHash !== user.passwordHash) throw WRONG()
}

export async function openSession(tx: Query, user: User, kind: SessionKind, now: string) {
  const { id, username, role, isActive } = user
  const session: Session = {
    id: crypto.randomUUID(),
    kind,
    expiresAt: newExpiry(kind, Date.parse(now)),
    user: { id, username, role, isActive },
  }
  await addSession(tx, session, now)
  return session
}

export async function signOut({ write, live }: Clinic, session: Session) {
  const ended = await write(tx => endSession(tx, session.id))
  live.endSessions(ended)
}
