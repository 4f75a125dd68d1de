import { type LiveEvent, PUBLISHED_EVENTS, TV_LIVE_EVENTS, type TvLiveEvent } from '#domain/events'
import { connectEventStream } from './event-stream.ts'
import { emitLiveEvent } from './live-state.ts'
import { refetchQueries } from './query.ts'
import { getInvalidated, type QueryKey } from './query-keys.ts'

const REFETCH_DELAY_MS = 400

/** The specified events, for a TV. */
export function connectTvStream(url: string, heartbeatTimeoutMs?: number) {
  const delayed = createDelayedRefetch()
  const handle = (event: LiveEvent | TvLiveEvent) => (payload: unknown) => {
    // The payload belongs to the name.
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
