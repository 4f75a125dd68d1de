import type { Actors } from '../actors/actors.ts'
import { compareViews } from './compare-views.ts'
import type { View } from './expected-view.ts'

/** A TV that was offline at the end has many calls to announce. */
const TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 250

type Viewer = { name: string; getView(): Promise<View> }

/** Waits until every view equals the API's, or the time-out; returns the last views. */
export async function waitUntilConsistent(actors: Actors, getApiView: () => Promise<View>) {
  const deadline = Date.now() + TIMEOUT_MS
  const deviceViews = await pollUntilEqual(
    [...actors.desks, ...actors.tvs],
    { getApiView, deadline },
    async () => {
      const quietTvs = await Promise.all(actors.tvs.map(tv => tv.isQuiet()))
      return quietTvs.every(Boolean)
    },
  )
  // One TV shows the Dashboard in fullscreen; its numbers are behind it.
  const dashboard = { name: 'Dashboard', getView: await actors.leaveFullscreen() }
  const dashboardView = await pollUntilEqual(
    [dashboard],
    { getApiView, deadline },
    async () => true,
  )
  return new Map([...deviceViews, ...dashboardView, ['API', await getApiView()] as const])
}

async function pollUntilEqual(
  viewers: Viewer[],
  { getApiView, deadline }: { getApiView(): Promise<View>; deadline: number },
  isDone: () => Promise<boolean>,
) {
  for (;;) {
    const expected = await getApiView()
    const actual = await Promise.all(
      viewers.map(async ({ name, getView }) => [name, await getView()] as const),
    )
    const isEqual = actual.every(([name, view]) =>
      compareViews(name, view, expected).every(({ error }) => error === null),
    )
    if ((isEqual && (await isDone())) || Date.now() > deadline) return actual
    await Bun.sleep(POLL_INTERVAL_MS)
  }
}
