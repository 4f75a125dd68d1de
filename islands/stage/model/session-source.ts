import { api, unwrap } from '../../data/api.ts'
import { fetchSettings } from '../../data/queries/fetch-settings.ts'
import type { DisplaySource } from './display-model.ts'

const toQuery = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** Some proxies ignore Cache-Control. */
const cacheBuster = () => ({ query: { t: String(Date.now()) } })

export const SESSION_SOURCE: DisplaySource = {
  shownCalls: () =>
    unwrap(api.dashboard['shown-calls'].$get(cacheBuster(), { init: { cache: 'no-store' } })),
  media: () => unwrap(api.display.$get()),
  settings: fetchSettings,
  callsAfter: async after =>
    (await unwrap(api.dashboard.calls.$get({ query: { after } }))).map(({ call }) => call),
  // Cached prayer times may belong to another calculation method.
  prayerTimes: location =>
    unwrap(api['prayer-times'].$get(toQuery(location), { init: { cache: 'reload' } })),
  weather: location => unwrap(api.weather.$get(toQuery(location))),
}
