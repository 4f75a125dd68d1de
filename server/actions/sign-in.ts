import { Refusal } from '#clinic/refusal'
import { newExpiry, type Session } from '#clinic/session'
import { foldedUsername } from '#clinic/user'
import { addSession, endSession } from '#db/sessions'
import { type UserWithHash, userNamed, userWithHash } from '#db/users'
import type { Clinic } from './clinic.ts'
import { isPassword } from './passwords.ts'

/** Signs in by password, from an address. The same words for an unknown user and a wrong password. */
export async function signIn(
  clinic: Clinic,
  { username, password }: { username: string; password: string },
  address: string,
): Promise<Session> {
  const { read, signInPace, now } = clinic
  const keys = [`user ${foldedUsername(username)}`, `address ${address}`]

  const user = await signInPace.paced(keys, Date.parse(now()), async () => {
    const known = await read(db => userNamed(db, username))
    return (await isPassword(password, known?.passwordHash)) ? known : null
  })
  if (!user) throw WRONG()
  if (!user.isActive) throw new Refusal('This account is not active', { status: 403 })

  return openSession(clinic, user)
}

const WRONG = () => new Refusal('Invalid username or password', { status: 401 })

async function openSession({ write, now }: Clinic, user: UserWithHash): Promise<Session> {
  const { id, username, role, isActive } = user
  const session: Session = {
    id: crypto.randomUUID(),
    kind: 'staff',
    expiresAt: newExpiry('staff', Date.parse(now())),
    user: { id, username, role, isActive },
  }
  await write(async tx => {
    // The password may have been changed, or the account switched off, while it was being measured.
    const current = await userWithHash(tx, id)
    if (!current?.isActive || current.passwordHash !== user.passwordHash) throw WRONG()
    await addSession(tx, session, now())
  })
  return session
}

export async function signOut({ write, live }: Clinic, session: Session) {
  const ended = await write(tx => endSession(tx, session.id))
  live.endSessions(ended)
}
