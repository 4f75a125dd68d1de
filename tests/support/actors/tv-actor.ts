import { effect } from '@preact/signals-react'
import { getTvApiPath } from '#domain/display/tv-paths'
import { isConnected, isLive } from '../../../islands/data/live-state.ts'
import { POLL_MS } from '../../../islands/data/polling-intervals.ts'
import { query } from '../../../islands/data/query.ts'
import { createAnnouncer } from '../../../islands/tv/announcer.ts'
import { connectEventStream } from '../../../islands/tv/connection/event-stream.ts'
import { createTokenSource } from '../../../islands/tv/connection/token-source.ts'
import { pageOptions, reportState } from './page-environment.ts'

/** A TV without a screen, run as a process of its own. */
const { token = '', silentIsDeadMs, newestSequence = 0 } = pageOptions

const source = createTokenSource(token, () => {})
const current = query('current-call', source.current, null, {
  every: POLL_MS.currentCall,
  onlyWithoutLive: true,
})
const played: string[] = []
const announcer = createAnnouncer({
  newestSequence,
  newestShown: () => current.data.value?.callSequence ?? 0,
  fetchCalls: source.calls,
  async playSound({ name }) {
    played.push(name)
    show()
  },
})
current.watch()
announcer.watch()
connectEventStream(getTvApiPath(token, 'events'), silentIsDeadMs)
effect(show)

function show() {
  const { value } = current.data
  const shows = value ? [`${value.name}`] : []
  reportState({ isLive: isLive.value, isConnected: isConnected.value, shows, played: [...played] })
}
