import { computed } from '@preact/signals-react'
import type { CallReceipts } from '#domain/display/tv-report'
import { api, unwrap } from '../data/api.ts'
import { onLiveEvent } from '../data/live-state.ts'
import { query } from '../data/query.ts'

/** Which TVs have shown each patient's newest call, kept up to date by events. */
export function createReceipts(initial: CallReceipts[]) {
  const all = query('receipts', () => unwrap(api.dashboard.receipts.$get()), initial, {
    every: null,
  })

  function watch() {
    const stops = [
      all.watch(),
      onLiveEvent('call:shown', shown => {
        const isSame = (one: CallReceipts) => one.patientId === shown.patientId
        const isOld = all.data.value.some(one => isSame(one) && one.sequence > shown.sequence)
        if (!isOld) all.set(others => [...others.filter(one => !isSame(one)), shown])
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    watch,
    /** By the sequence of the call. */
    texts: computed(() => new Map(all.data.value.map(({ sequence, text }) => [sequence, text]))),
  }
}
