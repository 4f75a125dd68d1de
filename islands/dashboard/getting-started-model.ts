import type { GettingStarted } from '#domain/getting-started'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'

const TICK_MS = 1_000

type Choice = 'clockConfirmed' | 'showGettingStarted'

/** Null once all is done, or dismissed. */
export function createGettingStartedModel(initial: GettingStarted) {
  const load = () => unwrap(api.dashboard['getting-started'].$get())
  const state = query<GettingStarted | null>('getting-started', load, initial, {
    every: POLL_MS.gettingStarted,
  })
  const clock = createTicker(initial.now, TICK_MS)
  const { busy, mutate } = createMutations<Choice>(state.refetch)

  function save(key: Choice, isOn: boolean) {
    const settings = [{ key, value: String(isOn), category: 'display' as const }]
    return mutate({
      keys: [key],
      failed: 'Failed to save this.',
      send: headers => unwrap(api.settings.$put({ json: { settings } }, headers)),
    })
  }

  return {
    parts: [state, clock],
    state: state.data,
    now: clock.now,
    busy,
    confirmClock: () => save('clockConfirmed', true),
    dismiss: () => save('showGettingStarted', false),
  }
}
