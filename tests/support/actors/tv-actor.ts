import { effect } from '@preact/signals-react'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { getTvApiPath } from '#domain/display/tv-paths'
import type { ShownCalls } from '#domain/display/tv-patient'
import { connectEventStream } from '../../../islands/data/event-stream.ts'
import { isConnected, isLive } from '../../../islands/data/live-state.ts'
import { POLL_MS } from '../../../islands/data/polling-intervals.ts'
import { query } from '../../../islands/data/query.ts'
import { createAnnouncer } from '../../../islands/tv/announcer.ts'
import { createTokenSource } from '../../../islands/tv/connection/token-source.ts'
import { pageOptions, reportState } from './page-environment.ts'

/** A TV without a screen, run as a process of its own. */
const { token = '', silentIsDeadMs, newestSequence = 0 } = pageOptions

const NONE: ShownCalls = {
  current: null,
  history: [],
  waitingCount: null,
  missed: [],
  tiles: [],
  options: DEFAULT_TV_OPTIONS,
}

const source = createTokenSource(token, () => {})
const calls = query('shown-calls', source.calls.shown, NONE, {
  every: POLL_MS.currentCall,
  onlyWithoutLive: true,
})
const played: string[] = []
const announcer = createAnnouncer({
  newestSequence,
  newestShown: () => calls.data.value.current?.callSequence ?? 0,
  fetchCalls: source.callsAfter,
  async playSound({ name }) {
    played.push(name)
    show()
  },
})
calls.watch()
announcer.watch()
connectEventStream(getTvApiPath(token, 'events'), 'tv:connected', silentIsDeadMs)
effect(show)

function show() {
  const { current } = calls.data.value
  const shows = current ? [`${current.name}`] : []
  reportState({ isLive: isLive.value, isConnected: isConnected.value, shows, played: [...played] })
}
