import {
  addDays,
  DAY_MS,
  formatLongDay,
  formatShortDay,
  formatShortMonth,
  getWeekday,
  isDay,
} from '../time.ts'

/** The clinic's days, both ends included: YYYY-MM-DD. */
export type Period = { from: string; to: string }

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

const HOURS_A_DAY = 24

/** Lists all keys of the axis, including keys without patients. Months span only the given keys. */
export function listAxisKeys(
  keys: string[],
  { unit, from, to, minHours }: Period & { unit: Unit; minHours: number },
): string[] {
  if (unit === 'hour') return listHours(keys.map(Number), minHours).map(String)
  const [first = '', last = ''] = unit === 'day' ? [from, to] : [keys[0], keys.at(-1)]
  const axis = [first]
  for (let key = first; key < last; axis.push(key)) {
    key = unit === 'day' ? addDays(key, 1) : addDays(`${key}-01`, 31).slice(0, 7)
  }
  return axis
}

export function listHours(hours: number[], minCount = 1) {
  const first = Math.max(0, Math.min(...hours, HOURS_A_DAY - minCount))
  const last = Math.max(...hours, first + minCount - 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export function listTicks(highest: number) {
  const rough = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(times => times * power).find(size => size >= rough) ?? rough
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

/** `at`: sizes of the chart with space for the label. The last label ends with the axis. */
export type AxisLabel = { text: string; at: string; isLast: boolean }

/** Minimum length of the axis in small, medium and large charts, as in charts.css. */
const AXIS_PX = { s: 208, m: 290, l: 440 }

const LABELS = {
  hour: { px: 40, steps: [1, 2, 3, 6, 12], format: (key: string) => `${key}:00` },
  weekday: { px: 32, steps: [1, 2], format: (day: string) => getWeekday(day).slice(0, 3) },
  day: { px: 48, steps: [7, 14, 28, 56], format: formatShortDay },
  month: { px: 64, steps: [1, 2, 3, 6, 12, 24, 60, 120, 240], format: formatShortMonth },
}

/** With more bars than this, the last label is wider than the space of its bar. */
const MOST_WIDE_BARS = 5

export function labelAxis(keys: string[], unit: Unit, today: string): (AxisLabel | null)[] {
  const count = keys.length
  const { px, steps, format } = LABELS[unit === 'day' && count <= DAYS_A_WEEK ? 'weekday' : unit]
  const hasLast = unit !== 'hour' && count > MOST_WIDE_BARS
  const sizes = Object.entries(AXIS_PX).map(([size, axisPx]) => ({
    ...{ size, axisPx },
    step: steps.find(step => Math.ceil(count / step) * px <= axisPx) ?? count,
  }))
  return keys.map((key, index) => {
    const text = key === today ? 'today' : format(key)
    const isLast = hasLast && index === count - 1
    const place = unit === 'hour' ? Number(key) : index
    const isFree = (axisPx: number) =>
      !hasLast || ((count - index - 0.5) * axisPx) / count >= 1.5 * px
    const fitting = sizes.filter(
      ({ axisPx, step }) => isLast || (place % step === 0 && isFree(axisPx)),
    )
    return fitting.length === 0
      ? null
      : { text, at: fitting.map(({ size }) => size).join(' '), isLast }
  })
}
