import { computed } from '@preact/signals-react'
import { getUsernameProblem, type NewUser } from '#domain/users/new-user'
import { getPasswordProblem, isSameUsername, type User } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'

export function createUsersModel(initial: { users: User[] }) {
  const users = query('users', () => unwrap(api.users.$get()), initial.users, {
    every: POLL_MS.users,
  })
  const { busy, mutate } = createMutations<number | 'add'>(users.refetch)

  async function add(input: NewUser) {
    const json = { ...input, username: input.username.trim(), password: input.password.trim() }
    const problem = validateNewUser(json, users.data.value)
    if (problem) {
      toastError(ADD_ERROR_TITLE, problem)
      return false
    }
    const added = await mutate({
      keys: ['add'],
      title: ADD_ERROR_TITLE,
      done: ['User Successfully Added', json.username],
      failed: 'Failed to add user. Please try again.',
      send: headers => unwrap(api.users.$post({ json }, headers)),
    })
    return added !== null
  }

  function toggle({ id, username, isActive }: User) {
    const param = { id: String(id) }
    void mutate({
      keys: [id],
      done: ['Status Updated', `${username} is now ${isActive ? 'inactive' : 'active'}`],
      failed: 'Failed to update user status',
      send: headers => unwrap(api.users[':id'].status.$patch({ param }, headers)),
    })
  }

  function remove({ id, username }: User) {
    const param = { id: String(id) }
    void mutate({
      keys: [id],
      done: ['User Deleted', username],
      failed: 'Failed to delete user',
      send: headers => unwrap(api.users[':id'].$delete({ param }, headers)),
    })
  }

  const isAdding = computed(() => busy.value.has('add'))
  return { users, busyIds: busy, isAdding, add, toggle, remove }
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
