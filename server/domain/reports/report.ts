import { GENERAL } from '../queues/patient-queue.ts'
import { DISPENSARY } from '../rooms/room.ts'
import {
  addHistogram,
  addTally,
  countUpTo,
  createTally,
  type DaySums,
  getPercentile,
  type Histogram,
  type Tally,
} from './tally.ts'

export const GROUPS = ['hour', 'weekday', 'day', 'room', 'queue'] as const
/** The page uses months for a period of years. */
export type Group = (typeof GROUPS)[number] | 'month'

/** With fewer cases, reports show only the count, because few cases may identify a person. */
const MIN_CASES = 5

/** Waits are in whole minutes, and null if there are fewer than five cases. */
export type ReportRow = {
  key: string
  n: number
  p50: number | null
  p90: number | null
  max: number | null
  withinTarget: number | null
  missed: number
  noShow: number
}

export type Day = { day: string; sums: DaySums }

export function groupDays(days: Day[], by: Group, targetMinutes: number): ReportRow[] {
  return [...sumByKey(days.flatMap(day => listTallies(day, by)))]
    .map(([key, tally]) => toRow(key, tally, targetMinutes))
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}

function sumByKey(tallies: [key: string, Tally][]) {
  const sums = new Map<string, Tally>()
  for (const [key, tally] of tallies) {
    const sum = sums.get(key) ?? createTally()
    addTally(sum, tally)
    sums.set(key, sum)
  }
  return sums
}

function listTallies({ day, sums }: Day, by: Group): [string, Tally][] {
  const hours = [...sums.hours]
  switch (by) {
    case 'hour':
      return hours
    case 'room':
      return [...sums.rooms]
    case 'queue':
      // Everybody was in General on a day without queues.
      return sums.queues.size > 0 ? [...sums.queues] : hours.map(([, tally]) => [GENERAL, tally])
    case 'day':
      return hours.map(([, tally]) => [day, tally])
    case 'month':
      return hours.map(([, tally]) => [day.slice(0, 7), tally])
    case 'weekday':
      return hours.map(([, tally]) => [String(getWeekday(day)), tally])
  }
}

/** 1 is Monday, 7 is Sunday. */
export function getWeekday(day: string) {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

export function toRow(key: string, tally: Tally, targetMinutes: number): ReportRow {
  const { n, waits, missed, noShow } = tally
  const none = { p50: null, p90: null, max: null, withinTarget: null }
  const waited = countUpTo(waits, Number.POSITIVE_INFINITY)
  if (waited < MIN_CASES) return { key, n, ...none, missed, noShow }
  return {
    key,
    n,
    p50: getPercentile(waits, 0.5),
    p90: getPercentile(waits, 0.9),
    max: getPercentile(waits, 1),
    withinTarget: countUpTo(waits, targetMinutes),
    missed,
    noShow,
  }
}

export function sumUp(days: Day[], targetMinutes: number): ReportRow & { waited: number } {
  const total: Tally = createTally()
  for (const { sums } of days) {
    for (const tally of sums.hours.values()) addTally(total, tally)
  }
  const waited = countUpTo(total.waits, Number.POSITIVE_INFINITY)
  return { ...toRow('', total, targetMinutes), waited }
}

/** Patients of a room, and the median minutes per patient; null for fewer than five patients. */
export type RoomUse = { room: string; patients: number; minutes: number | null }

export function sumRooms(days: Day[]): RoomUse[] {
  const rooms = new Map<string, { patients: number; services: Histogram }>()
  for (const { sums } of days) {
    for (const [room, { n, services }] of sums.rooms) {
      const use = rooms.get(room) ?? { patients: 0, services: {} }
      use.patients += n
      addHistogram(use.services, services)
      rooms.set(room, use)
    }
  }
  return [...rooms]
    .map(([room, { patients, services }]) => ({
      room,
      patients,
      minutes: patients < MIN_CASES ? null : getPercentile(services, 0.5),
    }))
    .sort(
      (a, b) =>
        Number(a.room === DISPENSARY) - Number(b.room === DISPENSARY) ||
        a.room.localeCompare(b.room, 'en', { numeric: true }),
    )
}

export type HeatCell = { weekday: number; hour: number; row: ReportRow; days: number }

export function toHeatMap(days: Day[], targetMinutes: number): HeatCell[] {
  const byWeekday = Map.groupBy(days, ({ day }) => getWeekday(day))
  return [...byWeekday].flatMap(([weekday, ofWeekday]) =>
    [...sumByKey(ofWeekday.flatMap(day => listTallies(day, 'hour')))].map(([hour, tally]) => ({
      weekday,
      hour: Number(hour),
      row: toRow(`${weekday} ${hour}`, tally, targetMinutes),
      days: ofWeekday.length,
    })),
  )
}
