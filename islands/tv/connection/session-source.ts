import type { TvPatient } from '#domain/display/tv-patient'
import { toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../../data/api.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { query } from '../../data/query.ts'
import type { DisplaySource } from '../display.ts'

const toQuery = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  query: { latitude: String(latitude), longitude: String(longitude) },
})

/** Some proxies ignore Cache-Control. */
const cacheBuster = () => ({ query: { t: String(Date.now()) } })

export const SESSION_SOURCE: DisplaySource = {
  queryCalls: queryEach({
    current: fetchCurrent,
    history: () => unwrap(api.dashboard.history.$get()),
  }),
  media: () => unwrap(api.display.$get()),
  settings: fetchSettings,
  callsAfter: async after =>
    (await unwrap(api.dashboard.calls.$get({ query: { after } }))).map(({ call }) => call),
  // The cached times may be of another method.
  prayerTimes: location =>
    unwrap(api['prayer-times'].$get(toQuery(location), { init: { cache: 'reload' } })),
  weather: location => unwrap(api.weather.$get(toQuery(location))),
}

type Requests = { current(): Promise<TvPatient | null>; history(): Promise<TvPatient[]> }

export function queryEach(requests: Requests): DisplaySource['queryCalls'] {
  return (initial, poll) => {
    const { current, history } = initial
    const newest = query('current-call', requests.current, current, poll(POLL_MS.currentCall))
    const older = query('history', requests.history, history, poll(POLL_MS.history))
    return {
      parts: [newest, older],
      shown: () => ({ ...initial, current: newest.data.value, history: older.data.value }),
    }
  }
}

function fetchCurrent() {
  const options = { init: { cache: 'no-store' } } as const
  return unwrap(api.dashboard['current-call'].$get(cacheBuster(), options))
}

async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
