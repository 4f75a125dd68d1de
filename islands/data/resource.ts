import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { QueryKey } from '#domain/query-keys'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { unwrap } from './api.ts'
import { createMutations, type Mutation } from './mutation.ts'
import { STAFF_POLL_MS } from './polling-intervals.ts'
import { query } from './query.ts'

type Responded = Awaited<Parameters<typeof unwrap>[0]>
type Write<Key, R> = Omit<Mutation<Key, undefined, never>, 'send' | 'onSuccess'> & {
  send(): R | Promise<R>
}

export function useResource<T, Key = number>(
  key: QueryKey,
  load: () => Promise<T>,
  initial: T,
  options: Parameters<typeof query<T>>[3] = { every: STAFF_POLL_MS.lists },
) {
  useSignals()
  const [list] = useState(() => query(key, load, initial, options))
  useWatch(list)
  return { items: list.data.value, refetch: list.refetch, ...useWrites<Key>(list.refetch) }
}

/** Like `createMutations`, for writes that are sent once. The API client sets their key. */
export function useWrites<Key = number>(refetch?: () => Promise<unknown>) {
  useSignals()
  const [{ busy, mutate }] = useState(() => createMutations<Key>(refetch))
  return {
    busy: busy.value,
    mutate: <R extends Responded>({ send, ...write }: Write<Key, R>) =>
      mutate({ ...write, send: async () => unwrap(send()) }),
  }
}

export type Mutate<Key = number> = ReturnType<typeof useWrites<Key>>['mutate']
