import { signal } from '@preact/signals-react'
import { getUsernameProblem, type NewUser } from '#domain/users/new-user'
import { getPasswordProblem, isSameUsername, type User } from '#domain/users/user'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'

export function createUsersModel(initial: { users: User[] }) {
  const users = query('users', () => unwrap(api.users.$get()), initial.users, {
    every: POLL_MS.users,
  })
  const { busyIds, mutate, mutateRow } = createRowMutations(users.refetch)
  const isAdding = signal(false)

  async function add(input: NewUser) {
    const json = { ...input, username: input.username.trim(), password: input.password.trim() }
    const problem = validateNewUser(json, users.data.value)
    if (problem) toastError(ADD_ERROR_TITLE, problem)
    if (problem || isAdding.value) return false
    isAdding.value = true
    const messages: MutationMessages = {
      title: ADD_ERROR_TITLE,
      done: ['User Successfully Added', json.username],
      failed: 'Failed to add user. Please try again.',
    }
    const isAdded = await mutate(messages, () =>
      unwrap(api.users.$post({ json }, withIdempotencyKey())),
    )
    isAdding.value = false
    return isAdded
  }

  function toggle(user: User) {
    const done: MutationMessages['done'] = [
      'Status Updated',
      `${user.username} is now ${user.isActive ? 'inactive' : 'active'}`,
    ]
    void mutateRow(user, { done, failed: 'Failed to update user status' }, param =>
      unwrap(api.users[':id'].status.$patch({ param }, withIdempotencyKey())),
    )
  }

  function remove(user: User) {
    const messages: MutationMessages = {
      done: ['User Deleted', user.username],
      failed: 'Failed to delete user',
    }
    void mutateRow(user, messages, param =>
      unwrap(api.users[':id'].$delete({ param }, withIdempotencyKey())),
    )
  }

  return { users, busyIds, isAdding, add, toggle, remove }
}

const ADD_ERROR_TITLE = 'Registration Error'

/** Checked before sending; the server checks again. */
function validateNewUser({ username, password }: NewUser, existing: User[]) {
  if (username === '' || password === '') return 'Please complete all information'
  const isTaken = existing.some(user => isSameUsername(user.username, username))
  return (
    getUsernameProblem(username) ??
    (isTaken ? 'Username already exists' : getPasswordProblem(password))
  )
}
