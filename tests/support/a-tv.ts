import { effect } from '@preact/signals-react'
import { tvPath } from '#domain/display/tv-paths'
import { isConnected, isListening } from '../../islands/data/live-state.ts'
import { PACE } from '../../islands/data/polling-intervals.ts'
import { query } from '../../islands/data/query.ts'
import { openAnnouncer } from '../../islands/tv/announcer.ts'
import { listen } from '../../islands/tv/connection/event-stream.ts'
import { tokenSource } from '../../islands/tv/connection/token-source.ts'
import { tell, wish } from './a-page.ts'

/** A TV without a screen, in a process of its own: its picture's data, its calls, and how it listens. */
const { token = '', silentIsDeadMs, newestSequence = 0 } = wish

const source = tokenSource(token, () => {})
const current = query('current-call', source.current, null, {
  every: PACE.currentCall,
  onlyWithoutLive: true,
})
const played: string[] = []
const announcer = openAnnouncer({
  newestSequence,
  newestShown: () => current.data.value?.callSequence ?? 0,
  ask: source.calls,
  async sound({ name }) {
    played.push(name)
    show()
  },
})
current.watch()
announcer.watch()
listen(tvPath(token, 'events'), silentIsDeadMs)
effect(show)

function show() {
  const { value } = current.data
  const shows = value ? [`${value.name}`] : []
  tell({ isLive: isListening.value, isConnected: isConnected.value, shows, played: [...played] })
}
