import type { Query } from '#db/connection/query'
import { endSessionsOf } from '#db/repositories/sessions'
import { tvSessionsOf } from '#db/repositories/tv-devices'
import * as kept from '#db/repositories/users'
import { Refusal } from '#domain/errors'
import {
  type NewUser,
  newUser,
  refuseToDeactivate,
  refuseToDelete,
  type SignedIn,
  type User,
} from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { hashPassword } from '../security/passwords.ts'

type By = Pick<SignedIn, 'id'>

export function lookAtUsers({ read }: Clinic) {
  return read(kept.allUsers)
}

export async function addUser({ read, write, now }: Clinic, wish: NewUser): Promise<User> {
  // The rule speaks before the slow hash, and once more inside the transaction.
  const { password } = newUser(wish, await read(kept.allUsers))
  const passwordHash = await hashPassword(password)
  return write(async tx => {
    const { username, role } = newUser(wish, await kept.allUsers(tx))
    return kept.addUser(tx, { username, role, passwordHash, createdAt: now() })
  })
}

/** Switches a user off or on. Whoever is switched off is out at once, on every screen and TV. */
export async function toggleUser({ write, live }: Clinic, id: number, by: By): Promise<User> {
  const { user, ended } = await write(async tx => {
    const { user: before, all } = await existing(tx, id)
    if (before.isActive) refuse(refuseToDeactivate(before, by, all))
    const toggled = { ...before, isActive: !before.isActive }
    await kept.saveIsActive(tx, id, toggled.isActive)
    return { user: toggled, ended: toggled.isActive ? [] : await leftBy(tx, id) }
  })
  live.endSessions(ended)
  return user
}

export async function deleteUser({ write, live }: Clinic, id: number, by: By) {
  const ended = await write(async tx => {
    const { user, all } = await existing(tx, id)
    refuse(refuseToDelete(user, by, all))
    const sessions = await leftBy(tx, id)
    await kept.removeUser(tx, id)
    return sessions
  })
  live.endSessions(ended)
}

/** Ends a user's sessions; his TVs keep their tokens, which hold only while he is active. */
async function leftBy(tx: Query, id: number) {
  return [...(await endSessionsOf(tx, id)), ...(await tvSessionsOf(tx, id))]
}

async function existing(tx: Query, id: number) {
  const all = await kept.allUsers(tx)
  const user = all.find(one => one.id === id)
  if (!user) throw new Refusal('This user no longer exists', { status: 404 })
  return { user, all }
}

function refuse(sentence: string | null) {
  if (sentence) throw new Refusal(sentence)
}
