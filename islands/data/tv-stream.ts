import {
  type LiveEvent,
  type LiveEvents,
  PUBLISHED_EVENTS,
  TV_LIVE_EVENTS,
  type TvLiveEvent,
} from '#domain/events'
import type { QueryKey } from '#domain/query-keys'
import { connectEventStream } from './event-stream.ts'
import { emitLiveEvent } from './live-state.ts'
import { refetchQueries } from './query.ts'

const REFETCH_DELAY_MS = 400

export function connectTvStream(url: string, heartbeatTimeoutMs?: number) {
  const delayed = createDelayedRefetch()
  const handle = (event: LiveEvent | TvLiveEvent) => (payload: unknown) => {
    // Safe: the payload belongs to the event.
    emitLiveEvent(event, payload as never)
    delayed.add(getInvalidated(event, payload))
  }
  const disconnect = connectEventStream(url, {
    greeting: 'tv:connected',
    events: [...PUBLISHED_EVENTS, ...TV_LIVE_EVENTS].map(event => [event, handle(event)]),
    ...(heartbeatTimeoutMs && { heartbeatTimeoutMs }),
  })
  return () => {
    delayed.stop()
    disconnect()
  }
}

export function getInvalidated(event: LiveEvent | TvLiveEvent, payload: unknown): QueryKey[] {
  switch (event) {
    case 'patient:called':
    case 'patient:updated':
    // The patient may have been shown on this TV until now.
    case 'call:skipped':
      return ['shown-calls']
    case 'queue:updated': {
      const { patientId, isGone } = payload as LiveEvents['queue:updated']
      return isGone || patientId === null ? ['shown-calls'] : []
    }
    // The same change is also sent as `themes:updated` and `text-groups:updated`.
    case 'settings:updated': {
      const { keys } = payload as LiveEvents['settings:updated']
      const queries: QueryKey[] = keys.includes('media') ? ['media'] : []
      if (keys.some(key => key !== 'media')) queries.push('settings')
      // Calls include words in these languages.
      if (keys.includes('tvLanguages')) queries.push('shown-calls')
      return queries
    }
    default:
      return []
  }
}

function createDelayedRefetch() {
  const pendingKeys = new Set<QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetch() {
    timer = undefined
    const keys = [...pendingKeys]
    pendingKeys.clear()
    void refetchQueries(keys)
  }

  return {
    add(keys: QueryKey[]) {
      for (const key of keys) pendingKeys.add(key)
      if (keys.length > 0) timer ??= setTimeout(refetch, REFETCH_DELAY_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
