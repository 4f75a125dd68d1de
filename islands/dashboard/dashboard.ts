import type { Stats } from '#clinic/lists'
import type { Settings } from '#clinic/settings'
import { answer, api } from '../api.ts'
import { PACE } from '../data/pace.ts'
import { query } from '../data/query.ts'
import { type FirstPicture, openDisplay, type Source } from '../tv/display.ts'

export type FirstData = FirstPicture & {
  stats: Stats
  /** Opened by a signed-in TV (`?fullscreen=1`): it asks to be started. */
  asksToStart: boolean
}

/** The day in four numbers, and what the waiting room sees. */
export function openDashboard(first: FirstData) {
  const stats = query('stats', () => answer(api.dashboard.stats.$get()), first.stats, {
    every: PACE.stats,
  })
  let isFullscreen = false
  const display = openDisplay(first, SIGNED_IN, { isLoud: () => isFullscreen })

  return {
    stats,
    display,
    /** Inside a gesture's handler: browsers let nothing sound before one. */
    enterFullscreen() {
      isFullscreen = true
      void display.speaker.unlock()
    },
    leaveFullscreen() {
      isFullscreen = false
    },
  }
}

const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** The doors of the signed-in. */
const SIGNED_IN: Source = {
  current: () => answer(api.dashboard['current-call'].$get({ query: { t: String(Date.now()) } })),
  history: () => answer(api.dashboard.history.$get()),
  media: () => answer(api.display.$get()),
  settings: askSettings,
  calls: after => answer(api.dashboard.calls.$get({ query: { after: String(after) } })),
  // Asked anew, because the admin may have chosen another method since.
  prayerTimes: at => answer(api['prayer-times'].$get(place(at), { init: { cache: 'reload' } })),
  weather: at => answer(api.weather.$get(place(at))),
}

async function askSettings(): Promise<Settings> {
  const list = await answer(api.settings.$get())
  return Object.fromEntries(list.map(({ key, value }) => [key, value]))
}
