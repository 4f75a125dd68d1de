import { deleteSessionsOf } from '#db/repositories/sessions'
import { findUserById, findUserByName, updatePasswordHash } from '#db/repositories/users'
import { DomainError } from '#domain/errors'
import { foldUsername, validatePassword } from '#domain/users/user'
import type { App } from '../context.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import type { Session } from '../security/session.ts'

type PasswordChange = { currentPassword: string; newPassword: string }

/** Changes one's own password and ends every other session of that user at once. */
export async function changePassword(app: App, session: Session, change: PasswordChange) {
  const { read, write, live, loginThrottle, now } = app
  const { id, username } = session.user
  const next = validatePassword(change.newPassword, 'newPassword')
  if (await app.isRepeated()) return

  const isRight = await loginThrottle.attempt(
    [`user ${foldUsername(username)}`],
    Date.parse(now()),
    async () => {
      const user = await read(db => findUserById(db, id))
      return (await verifyPassword(change.currentPassword, user?.passwordHash)) || null
    },
  )
  if (!isRight) {
    const sentence = 'Current password is incorrect'
    throw new DomainError(sentence, { status: 400, field: 'currentPassword' })
  }

  const hash = await hashPassword(next)
  const ended = await write(async tx => {
    await updatePasswordHash(tx, id, hash)
    return deleteSessionsOf(tx, id, session.id)
  })
  live.endSessions(ended)
}

/** Sets a lost password anew, as the program's own command does. False for an unknown user. */
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
