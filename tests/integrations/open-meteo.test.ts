import { expect, test } from 'bun:test'
import { WEATHER_ICONS } from '#domain/display/weather'
import { getConditions } from '../../server/integrations/open-meteo.ts'

test.each([
  [0, true, 'sun', 'Clear sky'],
  [0, false, 'moon', 'Clear sky'],
  [1, false, 'moon', 'Mainly clear'],
  [2, true, 'cloud-sun', 'Partly cloudy'],
  [2, false, 'cloud-moon', 'Partly cloudy'],
  [3, true, 'cloud', 'Overcast'],
  [3, false, 'cloud', 'Overcast'],
  [45, true, 'fog', 'Fog'],
  [51, true, 'drizzle', 'Light drizzle'],
  [61, false, 'rain', 'Light rain'],
  [65, true, 'rain', 'Heavy rain'],
  [75, true, 'snow', 'Heavy snow'],
  [81, true, 'rain', 'Showers'],
  [95, false, 'storm', 'Thunderstorm'],
  [99, true, 'storm', 'Thunderstorm with heavy hail'],
] as const)(
  'code %d (by day: %p) is shown as %s and called %s',
  (code, isDay, icon, description) => {
    expect(getConditions(code, isDay)).toEqual({ icon, description })
  },
)

test.each([4, 100, -1, 0.5, Number.NaN])('code %d is not one that forecasts use', code => {
  expect(getConditions(code, true)).toBeNull()
})

test('every icon belongs to a code', () => {
  const shown = Array.from({ length: 100 }, (_, code) => [
    getConditions(code, true),
    getConditions(code, false),
  ])
  const icons = new Set(
    shown.flat().flatMap(weatherState => (weatherState ? [weatherState.icon] : [])),
  )
  expect([...icons].sort()).toEqual([...WEATHER_ICONS].sort())
})
