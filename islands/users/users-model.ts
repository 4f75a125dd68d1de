import { type NewUser, validateNewUser } from '#domain/users/new-user'
import type { User } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'
import type { FieldProblem } from '../ui/fields/TextField.tsx'

export function createUsersModel(initial: { users: User[] }) {
  const users = query('users', () => unwrap(api.users.$get()), initial.users, {
    every: STAFF_POLL_MS.users,
  })
  const { busy, mutate } = createMutations<number | 'add'>(users.refetch)

  async function add(input: NewUser, onProblem: (problem: FieldProblem) => void) {
    const added = await mutate({
      keys: ['add'],
      done: ['User Successfully Added', input.username.trim()],
      failed: 'Failed to add user. Please try again.',
      onFailure(sentence, _, field) {
        if (field) onProblem({ field, sentence })
        else toastError('Registration Error', sentence)
      },
      send: headers =>
        unwrap(api.users.$post({ json: validateNewUser(input, users.data.value) }, headers)),
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

  return { users, busy, add, toggle, remove }
}
