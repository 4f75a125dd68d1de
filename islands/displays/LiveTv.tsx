import { useEffect } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import type { ShownCalls } from '#domain/display/tv-patient'
import { api, toPath, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { useResource } from '../data/resource.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { TvPicture } from './TvPicture.tsx'

type Props = { display: TvDevice; initialDisplay: InitialDisplay }

export function LiveTv({ display, initialDisplay }: Props) {
  const load = () => unwrap(api['tv-devices'][':id']['shown-calls'].$get(toPath(display)))
  const { items, refetch } = useResource<ShownCalls | null>('shown-calls', load, null, {
    every: STAFF_POLL_MS.lists,
    onlyWithoutLive: true,
  })
  // Compares values, because the options are new objects whenever any TV has reported.
  const view = JSON.stringify(display.options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options show other calls
  useEffect(() => void refetch().catch(() => {}), [refetch, view])
  return items && <TvPicture shown={items} initialDisplay={initialDisplay} />
}
