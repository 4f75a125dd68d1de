import type { GettingStarted } from '#domain/getting-started'
import { listValues } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'

const TICK_MS = 1_000

export type GettingStartedModel = ReturnType<typeof createGettingStarted>

export function createGettingStarted(initial: GettingStarted) {
  const load = () => unwrap(api.dashboard['getting-started'].$get())
  const state = query<GettingStarted | null>('getting-started', load, initial, {
    every: STAFF_POLL_MS.gettingStarted,
  })
  const { busy, mutate } = createMutations<'clock' | 'settings'>(state.refetch)

  function save(values: Partial<SettingTexts>, done?: [string]) {
    const settings = listValues(values)
    return mutate({
      keys: ['settings'],
      ...(done ? { done } : {}),
      failed: 'Failed to save this.',
      send: () => unwrap(api.settings.$put({ json: { settings } })),
    })
  }

  function confirmDay(day: string) {
    return mutate({
      keys: ['clock'],
      failed: 'Failed to save this.',
      send: () => unwrap(api.clock.confirm.$post({ json: { day } })),
    })
  }

  /** Loads the looks on demand, because most visits do not choose a look. */
  async function applyCalm() {
    const { LOOKS } = await import('../settings/looks.ts')
    const calm = LOOKS.find(({ name }) => name === 'Calm')
    if (calm) await save(calm.settings, ['Settings saved successfully'])
  }

  return { state, clock: createTicker(initial.now, TICK_MS), busy, save, confirmDay, applyCalm }
}
