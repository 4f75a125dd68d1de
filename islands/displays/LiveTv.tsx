import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import type { ShownCalls } from '#domain/display/tv-patient'
import { api, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { TvPicture } from './TvPicture.tsx'

type Props = { display: TvDevice; initialDisplay: InitialDisplay }

export function LiveTv({ display: { id, options }, initialDisplay }: Props) {
  useSignals()
  const [shown] = useState(() => queryShownCalls(id))
  useWatch(shown)
  // The values count: the list is another one as soon as any TV has reported.
  const view = JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options show other calls
  useEffect(() => void shown.refetch().catch(() => {}), [shown, view])
  const calls = shown.data.value
  return calls && <TvPicture shown={calls} initialDisplay={initialDisplay} />
}

function queryShownCalls(id: number) {
  const param = { id: String(id) }
  const load = () => unwrap(api['tv-devices'][':id']['shown-calls'].$get({ param }))
  return query<ShownCalls | null>('shown-calls', load, null, {
    every: STAFF_POLL_MS.lists,
    onlyWithoutLive: true,
  })
}
