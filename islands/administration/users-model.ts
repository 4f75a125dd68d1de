import { signal } from '@preact/signals-react'
import { isSameUsername, type NewUser, type User } from '#domain/users/user'
import { answer, api, writeOnce } from '../data/api.ts'
import { openRowWrites, type Words } from '../data/mutations.ts'
import { PACE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { alarm } from '../data/toasts.ts'

/** The people who may sign in: added, switched on and off, deleted. */
export function openUserDesk(first: { users: User[] }) {
  const users = query('users', () => answer(api.users.$get()), first.users, { every: PACE.users })
  const { busyIds, attempt, change } = openRowWrites(users.refetch)
  const isAdding = signal(false)

  /** Answers whether the user was added. */
  async function add(wish: NewUser) {
    const json = { ...wish, username: wish.username.trim(), password: wish.password.trim() }
    const problem = problemWith(json, users.data.value)
    if (problem) alarm(TITLE, problem)
    if (problem || isAdding.value) return false
    isAdding.value = true
    const words: Words = {
      title: TITLE,
      done: ['User Successfully Added', json.username],
      failed: 'Failed to add user. Please try again.',
    }
    const isDone = await attempt(words, () => answer(api.users.$post({ json }, writeOnce())))
    isAdding.value = false
    return isDone
  }

  function toggle(user: User) {
    const done: Words['done'] = [
      'Status Updated',
      `${user.username} is now ${user.isActive ? 'inactive' : 'active'}`,
    ]
    void change(user, { done, failed: 'Failed to update user status' }, param =>
      answer(api.users[':id'].status.$patch({ param }, writeOnce())),
    )
  }

  function remove(user: User) {
    const words: Words = { done: ['User Deleted', user.username], failed: 'Failed to delete user' }
    void change(user, words, param => answer(api.users[':id'].$delete({ param }, writeOnce())))
  }

  return { users, busyIds, isAdding, add, toggle, remove }
}

const TITLE = 'Registration Error'

/** Said before anything is sent; the server has the last word. */
function problemWith({ username, password }: NewUser, existing: User[]) {
  if (username === '' || password === '') return 'Please complete all information'
  const isTaken = existing.some(user => isSameUsername(user.username, username))
  return isTaken ? 'Username already exists' : null
}
