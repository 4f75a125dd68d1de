import type { Query } from '#db/connection/query'
import { findPrayerDay, listPrayerDates } from '#db/repositories/tv/prayer-days'
import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/location'
import {
  getPrayerName,
  getPrayerOptions,
  PRAYER_KEYS,
  type PrayerOptions,
  type PrayerTimes,
} from '#domain/display/prayer-times'
import { DomainError } from '#domain/errors'
import { findZone, isOfZone } from '#domain/prayers/clinic-zone'
import { parsePrayerTable } from '#domain/prayers/parse-prayer-table'
import type { PrayerMinutes } from '#domain/prayers/prayer-day'
import { getTableState } from '#domain/prayers/table-state'
import { decodeTable } from '#domain/tables/decode-table'
import { getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'
import type { App } from '../context.ts'
import { JAKIM_UTC_OFFSET_HOURS } from '../integrations/jakim/sun-seconds.ts'
import { calculateZoneTimes } from '../integrations/jakim/zone-times.ts'
import { calculatePrayers } from '../integrations/prayer-times.ts'
import { getSettings } from './settings.ts'

const NO_OFFSETS = { fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 }

/** Today's; `location` defaults to the clinic's. JAKIM's own table stands before calculated times. */
export async function getPrayerTimes(app: App, location?: Location): Promise<PrayerTimes> {
  const { now, config, cached, read } = app
  const { timeZone } = config
  const settings = await getSettings(app)
  const place = location ?? getConfiguredLocation(settings) ?? DEFAULT_LOCATION
  const options = getPrayerOptions(settings)
  const day = getClinicDay(now(), timeZone)
  const zone = findZone(options, place)
  if (zone === null) {
    return { prayerTimes: calculatePrayers({ day, location: place, timeZone, options }) }
  }
  const official = await cached(`prayer day ${day}`, () => read(db => findPrayerDay(db, day)))
  if (official?.zone === zone) {
    return { prayerTimes: toPrayers(official, day, { ...options, offsets: NO_OFFSETS }, timeZone) }
  }
  const asr = options.asr === 'hanafi' ? 'hanafi' : 'shafi'
  const minutes = calculateZoneTimes(zone, day, asr)
  return { prayerTimes: minutes ? toPrayers(minutes, day, options, timeZone) : [] }
}

function toPrayers(
  minutes: PrayerMinutes,
  day: string,
  { method, offsets }: PrayerOptions,
  timeZone: TimeZone,
) {
  return PRAYER_KEYS.map(key => {
    const inMalaysia = minutes[key] + offsets[key] - JAKIM_UTC_OFFSET_HOURS * 60
    const at = new Date(Date.parse(day) + inMalaysia * 60_000).toISOString()
    return { key, name: getPrayerName(key, method), time: getClinicMinute(at, timeZone) }
  })
}

/** The zone of the saved settings; null if the times are not JAKIM's. */
async function getPrayerZone(app: App) {
  const settings = await getSettings(app)
  const place = getConfiguredLocation(settings) ?? DEFAULT_LOCATION
  return findZone(getPrayerOptions(settings), place)
}

export async function getPrayerTable(app: App) {
  const today = getClinicDay(app.now(), app.config.timeZone)
  const table = await app.cached(`prayer dates of ${today}`, () =>
    app.read(db => readTableState(db, today)),
  )
  return { today, zone: await getPrayerZone(app), table }
}

export async function readTableState(db: Query, today: string) {
  const dates = await listPrayerDates(db)
  return getTableState(
    dates[0]?.zone ?? '',
    dates.map(({ date }) => date),
    today,
  )
}

/** Throws with the line and the reason if the file is no table of the clinic's zone. */
export async function readPrayerTable(app: App, file: Uint8Array) {
  const zone = await getPrayerZone(app)
  if (zone === null) {
    throw new DomainError('Choose the method JAKIM and a zone first, and save them.')
  }
  const today = getClinicDay(app.now(), app.config.timeZone)
  const text = decodeTable(file, 'Choose the table as CSV or JSON.')
  const table = parsePrayerTable(text, zone, today)
  const refuse = (problem: string) => new DomainError(problem, { status: 400, field: 'file' })
  if ('problem' in table) throw refuse(table.problem)
  if (isOfZone(table.days, date => calculateZoneTimes(zone, date))) return table
  throw refuse(
    `Most days of the file have another Maghrib than ${zone}, by more than 3 minutes. Is it another zone's table?`,
  )
}
