import type { Settings } from '#domain/settings/settings'
import { answer, api } from '../../data/api.ts'
import type { Source } from '../display.ts'

const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** A proxy that keeps answers whatever they say finds no two questions alike. */
const now = () => ({ query: { t: String(Date.now()) } })

/** The doors of the signed-in. */
export const SIGNED_IN: Source = {
  current: () => answer(api.dashboard['current-call'].$get(now(), { init: { cache: 'no-store' } })),
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
