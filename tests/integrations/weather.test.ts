import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { createWeatherCache, getConditions } from '../../server/integrations/weather.ts'
import {
  broken,
  FORECAST,
  garbled,
  good,
  PARTLY_CLOUDY,
  silent,
  startWeatherService,
} from '../support/fakes/weather-service.ts'
import { createFakeClock, TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { WAIT_LIMIT_MS } from '../support/time-limit.ts'

const KUALA_LUMPUR = { latitude: 3.139, longitude: 101.6869 }

let service: ReturnType<typeof startWeatherService>
let clock: ReturnType<typeof createFakeClock>
let logged: string[]
let weatherAt: ReturnType<typeof createWeatherCache>

function open(more: { url?: string; timeoutMs?: number } = {}) {
  return createWeatherCache({
    url: service.url,
    timeoutMs: WAIT_LIMIT_MS,
    now: clock.now,
    log: (level, message, details) => logged.push(JSON.stringify({ level, message, ...details })),
    ...more,
  })
}

beforeEach(() => {
  service = startWeatherService()
  clock = createFakeClock(TEN_O_CLOCK)
  logged = []
  weatherAt = open()
})
afterEach(() => service.close())

test('the weather is fetched for the rounded place, with its time', async () => {
  expect(await weatherAt(KUALA_LUMPUR)).toEqual(PARTLY_CLOUDY)
  const [request] = service.requests
  expect(request?.pathname).toBe('/v1/forecast')
  expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
    latitude: '3.14',
    longitude: '101.69',
    current: 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,is_day',
  })
  expect(logged).toEqual([])
})

test('a URL with an API key keeps it', async () => {
  await open({ url: `${service.url}?apikey=42` })(KUALA_LUMPUR)
  expect(service.requests[0]?.searchParams.get('apikey')).toBe('42')
})

test('it is cached for 15 minutes, for all nearby places; two calls at once make one request', async () => {
  const both = await Promise.all([weatherAt(KUALA_LUMPUR), weatherAt(KUALA_LUMPUR)])
  expect(both).toEqual([PARTLY_CLOUDY, PARTLY_CLOUDY])
  clock.advance(15 * MINUTE_MS - 1)
  expect(await weatherAt({ latitude: 3.1401, longitude: 101.6899 })).toEqual(PARTLY_CLOUDY)
  expect(service.requests).toHaveLength(1)
  clock.advance(1)
  await weatherAt(KUALA_LUMPUR)
  expect(service.requests).toHaveLength(2)
})

test('every place has its own entry; beyond 50 the oldest is dropped', async () => {
  const places = Array.from({ length: 51 }, (_, at) => ({ latitude: at, longitude: 0 }))
  for (const place of places) await weatherAt(place)
  expect(service.requests).toHaveLength(51)
  await weatherAt({ latitude: 1, longitude: 0 })
  expect(service.requests).toHaveLength(51)
  await weatherAt({ latitude: 0, longitude: 0 })
  expect(service.requests).toHaveLength(52)
})

const respondWith = (change: object) => () =>
  Response.json({ ...FORECAST, current: { ...FORECAST.current, ...change } })

describe('there is no weather when the service', () => {
  test.each([
    ['is broken', broken, 'status 500'],
    ['sends no JSON', garbled, 'SyntaxError'],
    ['times out', silent, 'TimeoutError'],
    ['sends something else', () => Response.json({ hello: 'you' }), 'response is not a forecast'],
    ['sends null', () => Response.json(null), 'response is not a forecast'],
    ['sends no number', respondWith({ temperature_2m: '30' }), 'response is not a forecast'],
    ['sends an unknown code', respondWith({ weather_code: 42 }), 'response is not a forecast'],
    ['sends no time', respondWith({ time: '2026-13-40T99:99' }), 'response is not a forecast'],
  ])('%s', async (_, response, reason) => {
    if (response === silent) weatherAt = open({ timeoutMs: 60 })
    service.is(response)
    expect(await weatherAt(KUALA_LUMPUR)).toBeNull()
    expect(logged).toEqual([
      JSON.stringify({ level: 'warn', message: 'weather update failed', reason }),
    ])
  })

  test('is unreachable', async () => {
    service.close()
    expect(await weatherAt(KUALA_LUMPUR)).toBeNull()
    expect(logged).toHaveLength(1)
    expect(logged.join()).not.toMatch(/127|3\.1/)
  })
})

describe('an outage', () => {
  test('is retried once a minute and logged once, with its end', async () => {
    service.is(broken)
    for (let second = 0; second < 120; second += 10) {
      expect(await weatherAt(KUALA_LUMPUR)).toBeNull()
      clock.advance(10_000)
    }
    expect(service.requests).toHaveLength(2)
    expect(logged).toHaveLength(1)

    service.is(good)
    expect(await weatherAt(KUALA_LUMPUR)).toEqual(PARTLY_CLOUDY)
    expect(logged[1]).toContain('weather update recovered')
    clock.advance(15 * MINUTE_MS - 1)
    await weatherAt(KUALA_LUMPUR)
    expect(service.requests).toHaveLength(3)

    clock.advance(HOUR_MS)
    service.is(broken)
    await weatherAt(KUALA_LUMPUR)
    expect(logged).toHaveLength(3)
  })

  test('keeps the last weather, with its own time, for six hours', async () => {
    await weatherAt(KUALA_LUMPUR)
    service.is(garbled)
    clock.advance(HOUR_MS)
    expect(await weatherAt(KUALA_LUMPUR)).toEqual(PARTLY_CLOUDY)
    clock.advance(5 * HOUR_MS)
    expect(await weatherAt(KUALA_LUMPUR)).toEqual(PARTLY_CLOUDY)
    clock.advance(1)
    expect(await weatherAt(KUALA_LUMPUR)).toBeNull()
    expect(service.requests.length).toBeGreaterThan(2)
  })

  test('ends with newer weather', async () => {
    await weatherAt(KUALA_LUMPUR)
    service.is(broken)
    clock.advance(HOUR_MS)
    await weatherAt(KUALA_LUMPUR)
    service.is(respondWith({ time: '2026-11-20T03:00', weather_code: 95, temperature_2m: 26 }))
    clock.advance(MINUTE_MS)
    const weather = await weatherAt(KUALA_LUMPUR)
    expect(weather?.asOf).toBe('2026-11-20T03:00:00.000Z')
    expect(weather?.current).toMatchObject({ icon: 'storm', description: 'Thunderstorm' })
  })
})

test.each([
  [0, true, 'sun', 'Clear sky'],
  [0, false, 'moon', 'Clear sky'],
  [2, true, 'cloud-sun', 'Partly cloudy'],
  [2, false, 'cloud-moon', 'Partly cloudy'],
  [45, true, 'fog', 'Fog'],
  [65, false, 'rain', 'Heavy rain'],
  [99, true, 'storm', 'Thunderstorm with heavy hail'],
] as const)(
  'code %d (by day: %p) is shown as %s and called %s',
  (code, isDay, icon, description) => {
    expect(getConditions(code, isDay)).toEqual({ icon, description })
  },
)
