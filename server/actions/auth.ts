import type { Query } from '#db/connection/query'
import { createSession, deleteSession, deleteSessionsOf } from '#db/repositories/sessions'
import {
  findUserById,
  findUserByName,
  type UserWithHash,
  updatePasswordHash,
} from '#db/repositories/users'
import { WRONG_SIGN_IN } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { foldUsername, type User, validatePassword } from '#domain/users/user'
import type { App } from '../context.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { getNewExpiry, type Session, type SessionKind } from '../security/session.ts'

type Credentials = { username: string; password: string }

export async function signIn(app: App, form: Credentials, address: string): Promise<Session> {
  const user = await verifyCredentials(app, form, address)
  return app.write(async tx => {
    await assertUnchanged(tx, user)
    return startSession(tx, user, 'staff', app.now())
  })
}

/** The user with this name and password. Throws the same DomainError (401) for an unknown user and a wrong password. */
export async function verifyCredentials(
  { read, limits, now }: App,
  { username, password }: Credentials,
  address: string,
): Promise<UserWithHash> {
  const keys = [`user ${foldUsername(username)}`, `address ${address}`]
  const user = await limits.login.attempt(keys, Date.parse(now()), async () => {
    const found = await read(db => findUserByName(db, username))
    return (await verifyPassword(password, found?.passwordHash)) ? found : null
  })
  if (!user) throw wrongCredentialsError()
  if (!user.isActive) throw new DomainError('This account is not active', { status: 403 })
  return user
}

const wrongCredentialsError = () => new DomainError(WRONG_SIGN_IN, { status: 401 })

/** The password or the account may have changed while the slow hash was computed. */
export async function assertUnchanged(tx: Query, user: UserWithHash) {
  const current = await findUserById(tx, user.id)
  if (!current?.isActive || current.passwordHash !== user.passwordHash)
    throw wrongCredentialsError()
}

export async function startSession(tx: Query, user: User, kind: SessionKind, now: string) {
  const { id, username, role, isActive } = user
  const session: Session = {
    id: crypto.randomUUID(),
    kind,
    expiresAt: getNewExpiry(kind, Date.parse(now)),
    user: { id, username, role, isActive },
  }
  await createSession(tx, session, now)
  return session
}

export async function signOut({ write, live }: App, session: Session) {
  const ended = await write(tx => deleteSession(tx, session.id))
  live.endSessions(ended)
}

type PasswordChange = { currentPassword: string; newPassword: string }

/** Changes the user's own password and ends all their other sessions. */
export async function changePassword(app: App, session: Session, change: PasswordChange) {
  const { read, write, live, limits, now } = app
  const { id, username } = session.user
  const newPassword = validatePassword(change.newPassword, 'newPassword')

  const isCorrect = await limits.login.attempt(
    [`user ${foldUsername(username)}`],
    Date.parse(now()),
    async () => {
      const user = await read(db => findUserById(db, id))
      return (await verifyPassword(change.currentPassword, user?.passwordHash)) || null
    },
  )
  if (!isCorrect) {
    const sentence = 'Current password is incorrect'
    throw new DomainError(sentence, { status: 400, field: 'currentPassword' })
  }

  const hash = await hashPassword(newPassword)
  const ended = await write(async tx => {
    await updatePasswordHash(tx, id, hash)
    return deleteSessionsOf(tx, id, session.id)
  })
  live.endSessions(ended)
}

/** Sets a forgotten password. Returns false for an unknown user. */
export async function resetPassword({ write }: App, username: string, password: string) {
  const hash = await hashPassword(validatePassword(password, 'password'))
  return write(async tx => {
    const user = await findUserByName(tx, username)
    if (!user) return false
    await updatePasswordHash(tx, user.id, hash)
    await deleteSessionsOf(tx, user.id)
    return true
  })
}
