import { signal } from '@preact/signals-react'
import type { TableState } from '#domain/prayers/table-state'
import { api, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { query } from '../../data/query.ts'

/** `zone` is that of the saved settings. */
type PrayerTableState = { today: string; zone: string | null; table: TableState | null }

export function createPrayerTableModel() {
  const state = query<PrayerTableState | null>('prayer-table', fetchState, null, { every: null })
  const { busy, mutate } = createMutations<'table'>(state.refetch)
  const problem = signal<string | null>(null)

  function add(file: File) {
    problem.value = null
    void mutate({
      keys: ['table'],
      done: ['Prayer table added'],
      failed: 'Failed to add the table.',
      send: headers => unwrap(api['prayer-table'].$put({ form: { file } }, headers)),
      onFailure: sentence => (problem.value = sentence),
    })
  }

  function remove() {
    problem.value = null
    void mutate({
      keys: ['table'],
      done: ['Prayer table removed'],
      failed: 'Failed to remove the table.',
      send: headers => unwrap(api['prayer-table'].$delete({}, headers)),
    })
  }

  return { state, busy, problem, add, remove }
}

function fetchState() {
  return unwrap(api['prayer-table'].$get())
}
