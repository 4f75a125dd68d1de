import { PUBLISHED_EVENTS, TV_LIVE_EVENTS } from '#domain/events'
import { connectEventStream } from './event-stream.ts'
import { emitLiveEvent } from './live-state.ts'
import { refetchQueries } from './query.ts'
import { getInvalidated, type QueryKey } from './query-keys.ts'

const REFETCH_DELAY_MS = 400

/** The specified events, for a TV. */
export function connectTvStream(url: string, heartbeatTimeoutMs?: number) {
  const delayed = createDelayedRefetch()
  const events = [...PUBLISHED_EVENTS, ...TV_LIVE_EVENTS].map(event => {
    // biome-ignore lint/suspicious/noExplicitAny: the payload belongs to the name of the event
    const handle = (payload: any) => {
      emitLiveEvent(event, payload)
      delayed.add(getInvalidated(event, payload))
    }
    return [event, handle] as const
  })
  const disconnect = connectEventStream(url, {
    greeting: 'tv:connected',
    events: Object.fromEntries(events),
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
