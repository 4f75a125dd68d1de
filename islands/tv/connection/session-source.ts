import { fromTvPatientJson } from '#domain/display/tv-patient-json'
import { toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../../data/api.ts'
import type { DisplaySource } from '../display.ts'

const toQuery = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** For proxies that ignore Cache-Control. */
const cacheBuster = () => ({ query: { t: String(Date.now()) } })

export const SESSION_SOURCE: DisplaySource = {
  calls: {
    current: fetchCurrent,
    history: async () => (await unwrap(api.dashboard.history.$get())).map(fromTvPatientJson),
  },
  media: () => unwrap(api.display.$get()),
  settings: fetchSettings,
  callsAfter: after => unwrap(api.dashboard.calls.$get({ query: { after: String(after) } })),
  // Not from the cache: the method of computing may have changed.
  prayerTimes: location =>
    unwrap(api['prayer-times'].$get(toQuery(location), { init: { cache: 'reload' } })),
  weather: location => unwrap(api.weather.$get(toQuery(location))),
}

async function fetchCurrent() {
  const options = { init: { cache: 'no-store' } } as const
  const json = await unwrap(api.dashboard['current-call'].$get(cacheBuster(), options))
  return json && fromTvPatientJson(json)
}

async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
