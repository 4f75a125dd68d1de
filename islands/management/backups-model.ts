import { effect, signal } from '@preact/signals-react'
import type { Backup, BackupStatus } from '#domain/backups/backups'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { toast, toastError } from '../data/toasts.ts'

const TICK_MS = 60_000

type InitialData = { backups: BackupStatus; now: string }

/** The backups: made now, restored, deleted. What takes long goes on in the server; here it is only watched. */
export function createBackupsModel(first: InitialData) {
  const state = query('backups', () => unwrap(api.backups.$get()), first.backups, {
    every: POLL_MS.backups,
  })
  const clock = createTicker(first.now, TICK_MS)
  const { attempt } = createRowMutations(state.refetch)
  const isAsking = signal(false)
  const deleting = signal<string | null>(null)
  const restoreOf = signal<Backup | null>(null)
  let isOurs = false

  async function backUp() {
    if (isAsking.value) return
    isAsking.value = true
    try {
      await unwrap(api.backups.$post())
      isOurs = true
    } catch (cause) {
      toastError('Error', getClientErrorMessage(cause) ?? 'Failed to start the backup.')
    }
    await state.refetch().catch(() => {})
    isAsking.value = false
  }

  async function remove({ name }: Backup) {
    deleting.value = name
    const words: MutationMessages = {
      done: ['Backup successfully deleted'],
      failed: 'Failed to delete the backup.',
    }
    await attempt(words, () => unwrap(api.backups[':name'].$delete({ param: { name } })))
    deleting.value = null
  }

  /** Answers why not, or null when it has begun. */
  async function restore({ name }: Backup, password: string) {
    try {
      await unwrap(api.backups[':name'].restore.$post({ param: { name }, json: { password } }))
    } catch (cause) {
      return getClientErrorMessage(cause) ?? 'The server did not answer. Please try again.'
    }
    restoreOf.value = null
    await state.refetch().catch(() => {})
    return null
  }

  /** Whoever pressed is told how it ended. */
  function tellWhenDone() {
    const { work, failure } = state.data.value
    if (!isOurs || work.step !== 'idle') return
    isOurs = false
    if (failure === null) toast('Backup successfully made')
  }

  function watch() {
    const stops = [state.watch(), clock.watch(), effect(tellWhenDone)]
    const timer = setInterval(() => {
      if (state.data.value.work.step !== 'idle') void state.refetch().catch(() => {})
    }, POLL_MS.backupWork)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return { state, now: clock.now, isAsking, deleting, restoreOf, watch, backUp, remove, restore }
}
