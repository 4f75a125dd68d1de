import { endSessionsOf } from '#db/repositories/sessions'
import { savePasswordHash, userNamed, userWithHash } from '#db/repositories/users'
import { Refusal } from '#domain/errors'
import { foldedUsername, goodPassword } from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { hashPassword, isPassword } from '../security/passwords.ts'
import type { Session } from '../security/session.ts'

type Change = { currentPassword: string; newPassword: string }

/** Changes one's own password and ends every other session of that user at once. */
export async function changePassword(clinic: Clinic, session: Session, change: Change) {
  const { read, write, live, signInPace, now } = clinic
  const { id, username } = session.user
  const next = goodPassword(change.newPassword, 'newPassword')
  if (await clinic.isRepeated()) return

  const isRight = await signInPace.paced(
    [`user ${foldedUsername(username)}`],
    Date.parse(now()),
    async () => {
      const user = await read(db => userWithHash(db, id))
      return (await isPassword(change.currentPassword, user?.passwordHash)) || null
    },
  )
  if (!isRight) {
    const sentence = 'Current password is incorrect'
    throw new Refusal(sentence, { status: 400, field: 'currentPassword' })
  }

  const hash = await hashPassword(next)
  const ended = await write(async tx => {
    await savePasswordHash(tx, id, hash)
    return endSessionsOf(tx, id, session.id)
  })
  live.endSessions(ended)
}

/** Sets a lost password anew, as the program's own command does. False for an unknown user. */
export async function resetPassword({ write }: Clinic, username: string, password: string) {
  const hash = await hashPassword(goodPassword(password, 'password'))
  return write(async tx => {
    const user = await userNamed(tx, username)
    if (!user) return false
    await savePasswordHash(tx, user.id, hash)
    await endSessionsOf(tx, user.id)
    return true
  })
}
