import type { Weather } from '#domain/display/weather'

/** Open-Meteo's response, without unused fields. */
export const FORECAST = {
  latitude: 3.125,
  longitude: 101.6875,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  current_units: {
    time: 'iso8601',
    interval: 'seconds',
    temperature_2m: '°C',
    relative_humidity_2m: '%',
    weather_code: 'wmo code',
    wind_speed_10m: 'km/h',
    is_day: '',
  },
  current: {
    time: '2026-11-20T02:00',
    interval: 900,
    temperature_2m: 30.4,
    relative_humidity_2m: 68,
    weather_code: 2,
    wind_speed_10m: 7.9,
    is_day: 1,
  },
}

export const PARTLY_CLOUDY: Weather = {
  current: {
    icon: 'cloud-sun',
    temperature: 30.4,
    description: 'Partly cloudy',
    humidity: 68,
    windSpeed: 7.9,
  },
  units: { temperature: '°C', humidity: '%', windSpeed: 'km/h' },
  asOf: '2026-11-20T02:00:00.000Z',
}

type Responder = () => Response | Promise<Response>

export const good: Responder = () => Response.json(FORECAST)
export const broken: Responder = () => new Response('down for repairs', { status: 500 })
export const garbled: Responder = () => new Response('{"current":')
export const silent: Responder = () => new Promise(() => {})

/** A local weather service; `requests` has every request. */
export function startWeatherService() {
  const requests: URL[] = []
  let respond = good
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      requests.push(new URL(request.url))
      return respond()
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1/forecast`,
    requests,
    is: (next: Responder) => {
      respond = next
    },
    close: () => server.stop(true),
  }
}
