import { fold } from '../fold.ts'

export const DAY_MINUTES = 24 * 60
const DAY_SECONDS = DAY_MINUTES * 60

const MAX_LENGTH = 40

/** Groups: hours, minutes, seconds, and the word after them. Some groups may be empty. */
const FORMS = [
  // 9:05, 09.05 am, 09:05:00. Does not match minutes without hours, such as 0.25; see FRACTION.
  /^(\d{2}|[1-9]|0(?=:))[:.](\d{2})(?::(\d{2})(?:\.\d+)?|\.00)?([a-z. ]*)$/,
  // 0905, 905
  /^(\d{2}|[1-9])(\d{2})()([a-z. ]*)$/,
  // 9 am
  /^(\d{1,2})()()(\.? ?[a-z][a-z. ]*)$/,
]

/** Excel's fractions of a day: 0.378472 is 9:05. Excludes minutes without hours, such as 0.25. */
const FRACTION = /^0?[.,](\d|[6-9][1-9]|\d{3,})$/

type Hours = { words: string[]; from: number; to: number }

/** Hours of the day for each word. Before such a word, the clock has only hours from 1 to 12. */
const HALVES: Hours[] = [
  { words: ['am', 'pagi', 'pg'], from: 0, to: 11 },
  { words: ['pm', 'petang', 'ptg'], from: 12, to: 23 },
  { words: ['tengahhari', 'tengahari', 'tghhari', 'tghari'], from: 11, to: 14 },
  { words: ['malam'], from: 18, to: 23 },
]
const WORDS_OF_24_HOURS = ['', 'h', 'hrs', 'uhr']

/** Returns seconds after midnight for 9:05, 2.30 petang, 0905 or Excel's 0.378472, or null. */
export function parseClockTime(text: string): number | null {
  if (text.length > MAX_LENGTH) return null
  const clock = fold(text)
  const fraction = FRACTION.exec(clock)
  if (fraction) return toSecondsOfDay(Number(`0.${fraction[1]}`))
  for (const form of FORMS) {
    const match = form.exec(clock)
    if (!match) continue
    const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(part => Number(part ?? 0))
    const hour = toHourOfDay(hours, (match[4] ?? '').replace(/[. ]/g, ''))
    if (hour === null || minutes > 59 || seconds > 59) return null
    return (hour * 60 + minutes) * 60 + seconds
  }
  return null
}

export function formatMinutes(minutes: number) {
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

function toSecondsOfDay(part: number) {
  const seconds = Math.round(part * DAY_SECONDS)
  return seconds < DAY_SECONDS ? seconds : null
}

function toHourOfDay(hours: number, word: string) {
  if (WORDS_OF_24_HOURS.includes(word)) return hours < 24 ? hours : null
  const half = HALVES.find(({ words }) => words.includes(word))
  if (!half || hours < 1 || hours > 12) return null
  const possible = [hours % 12, (hours % 12) + 12]
  return possible.find(hour => hour >= half.from && hour <= half.to) ?? null
}
