import { PRAYER_KEYS, type PrayerKey } from '../display/prayer-times.ts'
import { DAY_MINUTES, formatMinutes, parseClockTime } from '../tables/clock-time.ts'
import { quoteCell } from '../tables/quote-cell.ts'
import { parseTableDate } from '../tables/table-date.ts'
import { groupDigits } from '../text.ts'
import { addDays, formatLongDay, isDay } from '../time.ts'
import { countMissingDays, isInOrder, type PrayerDay, type PrayerTable } from './prayer-day.ts'
import { readRows, type TableRow } from './read-rows.ts'

/** Next year's table may be added while this year's is in force. */
const MAX_DAYS_AHEAD = 800
/** Each day is compared with the day before it. */
const MAX_DAYS = 2_000
/** JAKIM's own irregular days are up to 20 minutes from those beside them. */
const MAX_DAILY_MINUTES = 30

type ReadDay = { place: string; day: PrayerDay }
type Checked<Value> = Value | { problem: string }

/** The table of the zone in the file of a clinic whose day is `today`, or why it cannot be used. */
export function parsePrayerTable(text: string, zone: string, today: string): Checked<PrayerTable> {
  const content = text.replace(/^\uFEFF/, '').trimEnd()
  if (content.trim() === '') return { problem: 'The file is empty.' }
  const read = readRows(/^\s*[[{]/.test(content) ? content.trim() : content)
  if ('problem' in read) return read
  const rows = findRowsOfZone(read.rows, read.zone, zone)
  if ('problem' in rows) return rows
  if (rows.length > MAX_DAYS)
    return { problem: `The table has more than ${groupDigits(MAX_DAYS)} days of the zone.` }
  const days: ReadDay[] = []
  for (const row of rows) {
    const day = toDay(row)
    if ('problem' in day) return { problem: `${row.place}: ${day.problem}` }
    days.push({ place: row.place, day })
  }
  days.sort((a, b) => a.day.date.localeCompare(b.day.date))
  const problem = getDatesProblem(days, today)
  return problem ? { problem } : { zone, days: days.map(({ day }) => day) }
}

/** Rows without a zone are of the file's, or of the clinic's if the file names none. */
function findRowsOfZone(rows: TableRow[], fileZone: string, zone: string): Checked<TableRow[]> {
  // Some files have the districts after the code.
  const getZone = ({ cells }: TableRow) => {
    const text = (cells.zone || fileZone).trim().toUpperCase()
    return /^[A-Z]{3}\d{2}\b/.exec(text)?.[0] ?? text
  }
  const found = rows.filter(row => ['', zone].includes(getZone(row)))
  const [other] = rows
  if (found.length > 0) return found
  if (!other) return { problem: 'The file has no days.' }
  return {
    problem: `The file is of ${quoteCell(getZone(other))}, but the clinic's zone is ${zone}.`,
  }
}

function toDay({ cells }: TableRow): Checked<PrayerDay> {
  const date = parseTableDate(cells.date ?? '')
  if (!date || !isDay(date)) return { problem: `${quoteCell(cells.date)} is not a date.` }
  const day: PrayerDay = { date, fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 }
  for (const key of PRAYER_KEYS) {
    const minutes = parsePrayerTime(cells[key] ?? '')
    if (minutes === null) return { problem: getTimeProblem(key, cells[key]) }
    day[key] = minutes
  }
  if (isInOrder(day)) return day
  return { problem: `the times of ${formatLongDay(date)} are not in their order.` }
}

/** Minutes after midnight; a started minute counts as the next, because nobody may be early. */
function parsePrayerTime(text: string) {
  const seconds = parseClockTime(text)
  const minutes = seconds === null ? DAY_MINUTES : Math.ceil(seconds / 60)
  return minutes < DAY_MINUTES ? minutes : null
}

const NAMES: Record<PrayerKey, string> = {
  fajr: 'Subuh',
  dhuhr: 'Zohor',
  asr: 'Asar',
  maghrib: 'Maghrib',
  isha: 'Isyak',
}

function getTimeProblem(key: PrayerKey, text = '') {
  if (text === '') return `${NAMES[key]} is empty.`
  return `${NAMES[key]} is ${quoteCell(text)}, which is not a time such as 19:29.`
}

function getDatesProblem(days: ReadDay[], today: string) {
  for (const [at, { place, day }] of days.entries()) {
    const before = days[at - 1]
    if (!before) continue
    const date = formatLongDay(day.date)
    if (before.day.date === day.date)
      return `${place}: ${date} is already in ${lowerFirst(before.place)}.`
    if (countMissingDays(before.day.date, day.date) > 0) {
      const missing = formatLongDay(addDays(before.day.date, 1))
      return `${place}: ${missing} is missing before ${date}.`
    }
    const jump = getJumpProblem(before.day, day)
    if (jump) return `${place}: ${jump}`
  }
  const last = days.at(-1)?.day.date ?? ''
  if (last < today) return `The table ended on ${formatLongDay(last)}. Add a newer one.`
  const farthest = addDays(today, MAX_DAYS_AHEAD)
  const isFar = last > farthest
  return isFar ? `The table goes beyond ${formatLongDay(farthest)}. Check its year.` : null
}

/** A wrong digit, which leaves the times in their order. */
function getJumpProblem(before: PrayerDay, day: PrayerDay) {
  const key = PRAYER_KEYS.find(name => Math.abs(day[name] - before[name]) > MAX_DAILY_MINUTES)
  if (!key) return null
  return `${NAMES[key]} goes from ${formatMinutes(before[key])} to ${formatMinutes(day[key])} within a day.`
}

function lowerFirst(place: string) {
  return place.charAt(0).toLowerCase() + place.slice(1)
}
