/** A key is a command only if no other one follows or precedes it within this time. */
export const ALONE_MS = 80
/** In a field, where people type fast, a key is a scanner's only if it follows within this time. */
const SCANNER_MS = 30

export type Key = {
  name: string
  at: number
  isRepeat: boolean
  /** With Ctrl, Alt or the system's key. */
  isCombined: boolean
  /** A patient's field takes a step when Enter is pressed in it; the search takes none. */
  place: 'search' | 'field' | 'patient-field' | 'select' | 'link' | 'tick' | 'button' | 'page'
}

/** `held`: until it is known that nothing follows; `search`: types it into the search field. */
type Verdict = 'pass' | 'hold' | 'drop' | 'search'

/**
 * `text`: what the burst has typed so far outside a field; null: its beginning is in a field.
 * `isCode`: it has a digit and is as fast as a scanner, so that it is neither a name nor typed.
 */
export type Trail = { at: number; text: string | null; isCode: boolean }
export const NO_KEYS: Trail = { at: -Infinity, text: '', isCode: false }

/** The others, such as Shift and the arrows, act by themselves and are no step. */
const JUDGED = /^(.|Enter|Tab|Escape|Backspace|Delete|Dead|Unidentified|F\d+)$/u
/** The function keys that a screen uses; the others are the browser's. */
const FUNCTION_KEYS = /^F[89]$/

/**
 * Scanners type like a keyboard, at up to 30 ms a key, and many end with Enter: what they type is
 * searched for, and is no command on any screen.
 */
export function judgeKey(trail: Trail, key: Key): { trail: Trail; verdict: Verdict } {
  if (!JUDGED.test(key.name)) return { trail, verdict: 'pass' }
  if (key.isRepeat) return { trail, verdict: isCommand(key) ? 'drop' : 'pass' }
  const gap = key.at - trail.at
  const isField = /field|search/.test(key.place)
  const isDigit = /^\d$/.test(key.name) && !key.isCombined
  const isCode = (gap < SCANNER_MS && trail.isCode) || isDigit
  const before = gap < ALONE_MS ? trail.text : ''
  const text = isField ? null : (before ?? '') + getText(key)
  const next = { at: key.at, text: before === null ? null : text, isCode }
  if (isField) return { trail: next, verdict: judgeInField(key, gap, isCode) }
  if (gap >= ALONE_MS) return { trail: next, verdict: isCommand(key) ? 'hold' : 'pass' }
  return { trail: next, verdict: judgeInBurst(key, gap, before) }
}

/** A code that a scanner types into a form is not sent with it. */
function judgeInField(key: Key, gap: number, isCode: boolean): Verdict {
  if (FUNCTION_KEYS.test(key.name)) return gap < ALONE_MS ? 'drop' : 'hold'
  if (gap >= SCANNER_MS) return 'pass'
  const isStep = key.place === 'patient-field' || (isCode && key.place === 'field')
  return (isStep && key.name === 'Enter') || key.isCombined ? 'drop' : 'pass'
}

function judgeInBurst(key: Key, gap: number, before: string | null): Verdict {
  // They move the focus or close something, and the browser's own are often pressed in a row.
  if (key.name === 'Tab' || key.name === 'Escape') return 'pass'
  if (key.isCombined && gap >= SCANNER_MS) return 'pass'
  return getText(key) !== '' || (key.name === 'Enter' && before) ? 'search' : 'drop'
}

function isCommand({ name, isCombined, place }: Key) {
  if (isCombined) return false
  if (name === 'Enter') return place === 'button' || place === 'link'
  if (name === ' ') return place === 'button' || place === 'tick'
  if (/field|search|select/.test(place)) return false
  return name.length === 1 || FUNCTION_KEYS.test(name)
}

function getText({ name, isCombined }: Key) {
  return name.length === 1 && !isCombined ? name : ''
}
