import { signal } from '@preact/signals-react'
import type { ApiToken } from '#domain/programs/api-token'
import { cleanName } from '#domain/text'
import { api, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { STAFF_POLL_MS } from '../../data/polling-intervals.ts'
import { query } from '../../data/query.ts'

export function createProgramsModel() {
  const tokens = query<ApiToken[] | null>('programs', () => unwrap(api.tokens.$get()), null, {
    every: STAFF_POLL_MS.users,
  })
  const { busy, mutate } = createMutations<number | 'add'>(tokens.refetch)
  const created = signal<{ name: string; token: string } | null>(null)

  async function add(json: Pick<ApiToken, 'name' | 'scopes'>) {
    const added = await mutate({
      keys: ['add'],
      failed: 'Failed to add the program.',
      send: headers => unwrap(api.tokens.$post({ json }, headers)),
    })
    if (added) created.value = { name: cleanName(json.name), token: added.token }
    return added !== null
  }

  function remove({ id, name }: ApiToken) {
    const param = { id: String(id) }
    void mutate({
      keys: [id],
      done: ['Program Removed', name],
      failed: 'Failed to remove the program.',
      send: headers => unwrap(api.tokens[':id'].$delete({ param }, headers)),
    })
  }

  return { tokens, busy, created, add, remove }
}
