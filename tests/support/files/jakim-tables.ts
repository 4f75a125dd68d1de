import { join } from 'node:path'
import { PRAYER_KEYS } from '#domain/display/prayer-times'
import { readPublished } from '../../../server/build/prayer-zones/read-published.ts'

/** JAKIM's table of 2026, all zones, by abualif120/malaysia-waktu-solat-dataset. */
export const PUBLISHED = readPublished(join(import.meta.dirname, 'jakim-2026.csv.gz'))

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '01-Jan-2026', as e-solat.gov.my writes it. */
function toPortalDate(day: string) {
  const [year, month, date] = day.split('-')
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`
}

export function toTime(minutes: number) {
  return [Math.floor(minutes / 60), minutes % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}

/** A zone's days as rows of e-solat.gov.my: date, then five times with seconds. */
export function listPortalRows(zone: string) {
  const published = PUBLISHED.get(zone)
  if (!published) throw new Error(`no table of ${zone}`)
  return published.days.map((day, at) => [
    toPortalDate(day),
    ...PRAYER_KEYS.map(key => `${toTime(published.minutes[key][at] ?? 0)}:00`),
  ])
}

const HEADING = ['Tarikh', 'Subuh', 'Zohor', 'Asar', 'Maghrib', 'Isyak']

export function toCsv(rows: string[][], { separator = ',', end = '\n', heading = HEADING } = {}) {
  return [heading, ...rows].map(row => row.join(separator) + end).join('')
}

/** The answer of the portal's API for a year; of another year it has the times of 2026. */
export function toPortalJson(zone: string, year = 2026) {
  const prayerTime = listPortalRows(zone).map(([date = '', fajr, dhuhr, asr, maghrib, isha]) => {
    const others = { hijri: '1447-07-12', day: 'Thursday', imsak: '05:59:00', syuruk: '07:20:00' }
    return { ...others, date: date.replace('2026', `${year}`), fajr, dhuhr, asr, maghrib, isha }
  })
  const about = { status: 'OK!', periodType: 'year', lang: 'ms_my', zone, bearing: '292' }
  return JSON.stringify({ prayerTime, ...about })
}
