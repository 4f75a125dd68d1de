import { DomainError } from './errors.ts'
import { isFoldedAlike } from './fold.ts'
import { isLongerThan } from './text.ts'

/** The longest name of a room, a TV or a program, in characters as people count them. */
export const SHORT_NAME_MAX = 40

/** The name of a room or a TV as it is stored. Throws a DomainError. */
export function validateName(noun: 'room' | 'TV', input: string, others: { name: string }[]) {
  const name = cleanName(input)
  const label = noun === 'room' ? 'Room name' : 'TV name'
  const problem = name === '' ? `${label} is required` : getLengthProblem(label, name)
  if (problem) throw new DomainError(problem, { status: 400, field: 'name' })
  if (others.some(other => isFoldedAlike(other.name, name))) {
    throw new DomainError(`A ${noun} named ${name} already exists`, { field: 'name' })
  }
  return name
}

export function getLengthProblem(label: string, name: string) {
  return isLongerThan(name, SHORT_NAME_MAX)
    ? `${label} must be at most ${SHORT_NAME_MAX} characters`
    : null
}

/** A name as it is stored; empty without a letter or digit: nobody could read or call it. */
export function cleanName(text: string) {
  const name = cleanText(text)
  return /[\p{L}\p{N}]/u.test(name) ? name : ''
}

/** Some scripts and emoji need joiners (U+200C, U+200D). U+2800 is a blank Braille pattern. */
export function cleanText(text: string) {
  // No pattern is a constant: the TV's bundle would keep it, and old TVs cannot read it.
  return (
    text
      // SQLite ends a text at a NUL character.
      .replace(/(?!\s)\p{Cc}|(?![\u200c\u200d])\p{DI}|[\p{Cs}\p{Co}\p{Cn}\u2800]/gu, '')
      .replace(/([\p{L}\p{M}\p{ExtPict}][\u200c\u200d](?=[\p{L}\p{M}\p{ExtPict}]))|\p{Cf}/gu, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
