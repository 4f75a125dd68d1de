import type { Weather } from '#domain/display/weather'

/** Invented, so that a demo needs no network. */
export async function getDemoWeather(): Promise<Weather> {
  return {
    current: {
      icon: 'cloud-sun',
      temperature: 31,
      description: 'Partly cloudy',
      humidity: 70,
      windSpeed: 8,
    },
    units: { temperature: '°C', humidity: '%', windSpeed: 'km/h' },
    asOf: new Date().toISOString(),
  }
}
