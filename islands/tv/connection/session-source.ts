import { toSettingsRecord } from '#domain/settings/settings-record'
import { api, unwrap } from '../../data/api.ts'
import type { DisplaySource } from '../display.ts'

const toQuery = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** A proxy that keeps answers whatever they say finds no two questions alike. */
const cacheBuster = () => ({ query: { t: String(Date.now()) } })

/** The doors of the signed-in. */
export const SESSION_SOURCE: DisplaySource = {
  current: () =>
    unwrap(api.dashboard['current-call'].$get(cacheBuster(), { init: { cache: 'no-store' } })),
  history: () => unwrap(api.dashboard.history.$get()),
  media: () => unwrap(api.display.$get()),
  settings: fetchSettings,
  calls: after => unwrap(api.dashboard.calls.$get({ query: { after: String(after) } })),
  // Asked anew, because the admin may have chosen another method since.
  prayerTimes: at => unwrap(api['prayer-times'].$get(toQuery(at), { init: { cache: 'reload' } })),
  weather: at => unwrap(api.weather.$get(toQuery(at))),
}

async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
