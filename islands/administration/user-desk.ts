import { signal } from '@preact/signals-react'
import { isSameUsername, type NewUser, type User } from '#clinic/user'
import { answer, api, refusalIn, writeOnce } from '../api.ts'
import { PACE } from '../data/pace.ts'
import { query } from '../data/query.ts'
import { alarm, toast } from '../data/toasts.ts'

/** The people who may sign in: added, switched on and off, deleted. */
export function openUserDesk(first: { users: User[] }) {
  const users = query('users', () => answer(api.users.$get()), first.users, { every: PACE.users })
  const isAdding = signal(false)
  const busyIds = signal<ReadonlySet<number>>(new Set())

  /** Answers whether the user was added. */
  async function add(wish: NewUser) {
    if (isAdding.value) return false
    const json = { ...wish, username: wish.username.trim(), password: wish.password.trim() }
    if (json.username === '' || json.password === '') {
      alarm('Registration Error', 'Please complete all information')
      return false
    }
    if (users.data.value.some(user => isSameUsername(user.username, json.username))) {
      alarm('Registration Error', 'Username already exists')
      return false
    }
    isAdding.value = true
    const isDone = await attempt(
      'Registration Error',
      'Failed to add user. Please try again.',
      ['User Successfully Added', json.username],
      () => answer(api.users.$post({ json }, writeOnce())),
    )
    isAdding.value = false
    return isDone
  }

  async function toggle(user: User) {
    const state = user.isActive ? 'inactive' : 'active'
    await change(
      user,
      'Failed to update user status',
      ['Status Updated', `${user.username} is now ${state}`],
      param => answer(api.users[':id'].status.$patch({ param }, writeOnce())),
    )
  }

  async function remove(user: User) {
    await change(user, 'Failed to delete user', ['User Deleted', user.username], param =>
      answer(api.users[':id'].$delete({ param }, writeOnce())),
    )
  }

  async function change(
    { id }: User,
    failed: string,
    done: [string, string],
    send: (param: { id: string }) => Promise<unknown>,
  ) {
    if (busyIds.value.has(id)) return
    busyIds.value = new Set(busyIds.value).add(id)
    await attempt('Error', failed, done, () => send({ id: String(id) }))
    busyIds.value = new Set([...busyIds.value].filter(busy => busy !== id))
  }

  async function attempt(
    title: string,
    failed: string,
    done: [string, string],
    send: () => Promise<unknown>,
  ) {
    try {
      await send()
      toast(...done)
      return true
    } catch (cause) {
      alarm(title, refusalIn(cause) ?? failed)
      return false
    } finally {
      await users.refetch().catch(() => {})
    }
  }

  return { users, busyIds, isAdding, add, toggle, remove }
}
