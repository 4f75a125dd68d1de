import { addDays, DAY_MS, formatLongDay, formatShortDay, isDay } from '../time.ts'

/** The clinic's days, both ends included: YYYY-MM-DD. */
export type Period = { from: string; to: string }

/** The time that one bar of a chart covers. */
export type Unit = 'hour' | 'day' | 'month'

/** Sorts after every day. */
export const END_OF_TIME = '~'

export const DAYS_A_WEEK = 7

export function readPeriod(query: (name: string) => string | undefined, today: string): Period {
  const [from = '', to = ''] = [query('from'), query('to')]
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  return { from: addDays(today, -6), to: today }
}

export function countDays({ from, to }: Period) {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

export function getPeriodBefore(period: Period): Period {
  const { from } = period
  return { from: addDays(from, -countDays(period)), to: addDays(from, -1) }
}

const MOST_DAYS = 92

/** Uses months for periods longer than a quarter, because a chart has no space for more bars. */
export function getUnit(period: Period): Unit {
  if (period.from === period.to) return 'hour'
  return countDays(period) <= MOST_DAYS ? 'day' : 'month'
}

/** Returns a text such as '7 – 20 Nov 2026'. */
export function formatPeriod({ from, to }: Period) {
  if (from === to) return formatLongDay(to)
  const isSame = (length: number) => from.slice(0, length) === to.slice(0, length)
  const day = isSame('2026-11'.length) ? String(Number(from.slice(8))) : formatShortDay(from)
  return `${isSame('2026'.length) ? day : formatLongDay(from)} – ${formatLongDay(to)}`
}

type Preset = Period & { name: string }

export function listPresets(today: string): Preset[] {
  const month = `${today.slice(0, 7)}-01`
  const lastMonthEnd = addDays(month, -1)
  return [
    { name: 'Today', from: today, to: today },
    { name: 'Yesterday', from: addDays(today, -1), to: addDays(today, -1) },
    { name: 'Last 7 days', from: addDays(today, -6), to: today },
    { name: '14 days', from: addDays(today, -13), to: today },
    { name: 'Last 30 days', from: addDays(today, -29), to: today },
    { name: 'This month', from: month, to: today },
    { name: 'Last month', from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
  ]
}
