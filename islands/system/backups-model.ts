import { effect } from '@preact/signals-react'
import type { Backup, BackupStatus } from '#domain/backups/backups'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { toast } from '../data/toasts.ts'

const TICK_MS = 60_000

type InitialData = { backups: BackupStatus; now: string }

export function createBackupsModel(initial: InitialData) {
  const state = query('backups', () => unwrap(api.backups.$get()), initial.backups, {
    every: STAFF_POLL_MS.lists,
  })
  const clock = createTicker(initial.now, TICK_MS)
  const { busy, mutate } = createMutations<string>(state.refetch)
  let isRequestedHere = false

  function backUp() {
    void mutate({
      keys: ['new'],
      failed: 'Failed to start the backup.',
      send: () => unwrap(api.backups.$post()),
      onSuccess: () => (isRequestedHere = true),
    })
  }

  function remove({ name }: Backup) {
    void mutate({
      keys: [name],
      done: ['Backup successfully deleted'],
      failed: 'Failed to delete the backup.',
      send: () => unwrap(api.backups[':name'].$delete({ param: { name } })),
    })
  }

  async function restore({ name }: Backup, password: string) {
    try {
      await unwrap(api.backups[':name'].restore.$post({ param: { name }, json: { password } }))
    } catch (cause) {
      return getClientErrorMessage(cause) ?? 'The server did not respond. Please try again.'
    }
    await state.refetch().catch(() => {})
    return null
  }

  function toastWhenDone() {
    const { work, failure } = state.data.value
    if (!isRequestedHere || work.step !== 'idle') return
    isRequestedHere = false
    if (failure === null) toast('Backup successfully created')
  }

  function watch() {
    const stops = [state.watch(), clock.watch(), effect(toastWhenDone)]
    const timer = setInterval(() => {
      if (state.data.value.work.step !== 'idle') void state.refetch().catch(() => {})
    }, STAFF_POLL_MS.backupWork)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return { state, now: clock.now, busy, watch, backUp, remove, restore }
}
