import { addDays, formatShortDay, formatShortMonth, getWeekday } from '../time.ts'
import { DAYS_A_WEEK, type Period, type Unit } from './period.ts'

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

/** Lists ticks from 0 in round steps, up to the first tick that reaches `highest`. */
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

/** Returns labels that never touch each other; null if there is no space for a label. */
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
