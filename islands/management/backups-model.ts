import { effect, signal } from '@preact/signals-react'
import type { Backup, BackupsNow } from '#domain/backups/backups'
import { answer, api, refusalIn } from '../data/api.ts'
import { openRowWrites, type Words } from '../data/mutations.ts'
import { PACE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { ticking } from '../data/server-clock.ts'
import { alarm, toast } from '../data/toasts.ts'

const TICKS_EVERY_MS = 60_000

type First = { backups: BackupsNow; now: string }

/** The backups: made now, restored, deleted. What takes long goes on in the server; here it is only watched. */
export function openBackupsDesk(first: First) {
  const state = query('backups', () => answer(api.backups.$get()), first.backups, {
    every: PACE.backups,
  })
  const clock = ticking(first.now, TICKS_EVERY_MS)
  const { attempt } = openRowWrites(state.refetch)
  const isAsking = signal(false)
  const deleting = signal<string | null>(null)
  const restoreOf = signal<Backup | null>(null)
  let isOurs = false

  async function backUp() {
    if (isAsking.value) return
    isAsking.value = true
    try {
      await answer(api.backups.$post())
      isOurs = true
    } catch (cause) {
      alarm('Error', refusalIn(cause) ?? 'Failed to start the backup.')
    }
    await state.refetch().catch(() => {})
    isAsking.value = false
  }

  async function remove({ name }: Backup) {
    deleting.value = name
    const words: Words = {
      done: ['Backup successfully deleted'],
      failed: 'Failed to delete the backup.',
    }
    await attempt(words, () => answer(api.backups[':name'].$delete({ param: { name } })))
    deleting.value = null
  }

  /** Answers why not, or null when it has begun. */
  async function restore({ name }: Backup, password: string) {
    try {
      await answer(api.backups[':name'].restore.$post({ param: { name }, json: { password } }))
    } catch (cause) {
      return refusalIn(cause) ?? 'The server did not answer. Please try again.'
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
    }, PACE.backupWork)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return { state, now: clock.now, isAsking, deleting, restoreOf, watch, backUp, remove, restore }
}
