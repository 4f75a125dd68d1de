import { DAY_MINUTES } from './prayer-day.ts'

const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s*(am|pm|a\.m\.|p\.m\.)?$/i

/** Minutes after midnight; a started minute counts as the next, because nobody may be early. */
export function parseTableTime(text: string): number | null {
  const match = TIME.exec(text.trim())
  if (!match) return null
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(part => Number(part ?? 0))
  const half = match[4]?.charAt(0).toLowerCase()
  if (minutes > 59 || seconds > 59 || hours > 23) return null
  if (half && (hours < 1 || hours > 12)) return null
  const ofDay = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  const total = ofDay * 60 + minutes + (seconds > 0 ? 1 : 0)
  return total < DAY_MINUTES ? total : null
}
