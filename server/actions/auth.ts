import type { Query } from '#db/connection/query'
import { createSession, deleteSession, deleteSessionsOf } from '#db/repositories/sessions'
import { findUserById, findUserByName, type UserWithHash, updateUser } from '#db/repositories/users'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import { WRONG_SIGN_IN } from '#domain/auth/qr-session'
import { DomainError } from '#domain/errors'
import { fold } from '#domain/fold'
import { validatePassword } from '#domain/users/password'
import { BUILT_IN_ADMIN, type User } from '#domain/users/user'
import type { App } from '../context.ts'
import { type Device, isKnownTo } from '../security/device.ts'
import {
  type Attempter,
  FREE_FAILURES,
  FREE_FAILURES_AT_NEW_ADDRESS,
  FREE_FAILURES_OVERALL,
} from '../security/login-throttle.ts'
import { generatePassword, hashPassword, verifyPassword } from '../security/passwords.ts'
import { getNewExpiry, type Session } from '../security/session.ts'
import { type Tx, type Written, write } from '../write.ts'

type Credentials = { username: string; password: string }

/** A client that asks to sign in. `device` is null if nobody signed in on this browser before. */
export type SignInClient = {
  address: string
  device: Device | null
  /** False once the client has left or its deadline has passed. `at` is in ms since 1970. */
  isWaiting(at: number): boolean
}

/** Call this after `verifyCredentials`. */
export async function signIn(tx: Tx, user: UserWithHash) {
  await assertUnchanged(tx.db, user)
  const session = await startSession(tx, user)
  return { session, audit: { action: 'signed in' } } as const
}

/** Throws the same DomainError (401) for an unknown user and a wrong password. */
export async function verifyCredentials(
  app: App,
  { username, password }: Credentials,
  client: SignInClient,
): Promise<UserWithHash> {
  const { read, limits, log } = app
  const { address } = client
  const attempter = getAttempter(app, username, client)
  // Do not log typed text, because people type passwords into the username field.
  let knownName: string | null = null
  try {
    const user = await limits.login.attempt(attempter, async () => {
      const found = await read(db => findUserByName(db, username))
      knownName = found?.username ?? null
      return (await verifyPassword(password, found?.passwordHash)) ? found : null
    })
    if (!user) throw wrongCredentialsError()
    if (!user.isActive) throw new DomainError('This account is not active', { status: 403 })
    log('info', 'sign-in accepted', { user: user.username, address })
    return user
  } catch (cause) {
    if (cause instanceof DomainError) {
      log('warn', 'sign-in refused', { user: knownName, address, status: cause.status })
    }
    throw cause
  }
}

/**
 * A browser where this user signed in before has a separate count, so strangers cannot lock the
 * user out. For other browsers, each count stops one attack: one computer that guesses one user's
 * password, one computer that tries many users, and many computers that guess one user's password.
 */
function getAttempter(
  { config }: Pick<App, 'config'>,
  username: string,
  { address, device, isWaiting }: SignInClient,
): Attempter {
  const user = `user ${fold(username)}`
  if (device && isKnownTo(config, device, username)) {
    const counts = [{ key: `device ${device.id} ${user}`, free: FREE_FAILURES }]
    return { counts, isWanted: isWaiting }
  }
  const atAddress = { key: `address ${address}`, free: FREE_FAILURES_OVERALL }
  const onlyIfOther = { key: atAddress.key, hasAtLeast: FREE_FAILURES_AT_NEW_ADDRESS }
  const counts = [
    { key: `address ${address} ${user}`, free: FREE_FAILURES },
    atAddress,
    { key: user, free: FREE_FAILURES_OVERALL, onlyIfOther },
  ]
  return { counts, stranger: atAddress.key, isWanted: isWaiting }
}

const wrongCredentialsError = () => new DomainError(WRONG_SIGN_IN, { status: 401 })

/** The password or the account may have changed while the slow hash was computed. */
export async function assertUnchanged(db: Query, user: UserWithHash) {
  const current = await findUserById(db, user.id)
  if (!current?.isActive || current.passwordHash !== user.passwordHash)
    throw wrongCredentialsError()
}

export async function startSession({ db, now }: Tx, { id, username, role, isActive }: User) {
  const user = { id, username, role, isActive }
  const expiresAt = getNewExpiry(Date.parse(now))
  const session: Session = { id: crypto.randomUUID(), expiresAt, user }
  await createSession(db, session, now)
  return session
}

export async function signOut({ db }: Tx, { id }: Session): Promise<Written> {
  const ended = await deleteSession(db, id)
  return ended.length > 0 ? { ended, audit: { action: 'signed out' } } : {}
}

export async function hashChangedPassword(
  app: App,
  session: Session,
  change: { currentPassword: string; newPassword: string },
) {
  const newPassword = validatePassword(change.newPassword, 'newPassword')
  if (!(await isOwnPassword(app, session, change.currentPassword))) {
    throw new WrongPasswordError('Current password is incorrect', 'currentPassword')
  }
  return hashPassword(newPassword)
}

export async function changePassword({ db }: Tx, { id, user }: Session, passwordHash: string) {
  await updateUser(db, user.id, { passwordHash })
  return {
    ended: await deleteSessionsOf(db, user.id, id),
    log: ['password changed', { user: user.username }] as const,
  }
}

export class WrongPasswordError extends DomainError {
  constructor(sentence: string, field: string) {
    super(sentence, { status: 400, field })
  }
}

/** Counts failures per session, so other people cannot use up the attempts. */
export async function isOwnPassword(
  { read, limits }: App,
  session: Session,
  password: string,
): Promise<boolean> {
  const counts = [{ key: `session ${session.id}`, free: FREE_FAILURES }]
  const isCorrect = await limits.login.attempt({ counts }, async () => {
    const user = await read(db => findUserById(db, session.user.id))
    return (await verifyPassword(password, user?.passwordHash)) || null
  })
  return isCorrect !== null
}

/** Returns the new password, and ends all sessions of the user. */
export async function resetPassword(app: App, username: string) {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  await write(app, COMMAND_LINE, async ({ db }): Promise<Written> => {
    const user = await findUserByName(db, username)
    if (!user) {
      const sentence = `There is no user named ${username}. The built-in administrator is ${BUILT_IN_ADMIN}.`
      throw new DomainError(sentence, { status: 404 })
    }
    await updateUser(db, user.id, { passwordHash })
    return {
      ended: await deleteSessionsOf(db, user.id),
      audit: { action: 'password reset', subject: user.username },
      log: ['password reset', { user: username }],
    }
  })
  return password
}
