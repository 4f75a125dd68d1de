import { DomainError } from './errors.ts'
import { isFoldedAlike } from './fold.ts'
import { capitalize, cleanName, isLongerThan } from './text.ts'

export const SHORT_NAME_MAX = 40

/** Maximum number of rooms, queues, users or devices, because every desk gets their lists. */
const MAX_COUNT = 500

export function assertNotTooMany(nouns: string, others: unknown[]) {
  if (others.length < MAX_COUNT) return
  throw new DomainError(`There are ${MAX_COUNT} ${nouns}. Delete one first.`)
}

export function validateName(
  noun: 'room' | 'TV' | 'kiosk',
  input: string,
  others: { name: string }[],
) {
  const name = cleanName(input)
  const label = `${capitalize(noun)} name`
  const problem = name === '' ? `${label} is required` : getLengthProblem(label, name)
  if (problem) throw new DomainError(problem, { status: 400, field: 'name' })
  if (others.some(other => isFoldedAlike(other.name, name))) {
    throw new DomainError(`A ${noun} named ${name} already exists`, { field: 'name' })
  }
  assertNotTooMany(`${noun}s`, others)
  return name
}

export function getLengthProblem(label: string, name: string) {
  return isLongerThan(name, SHORT_NAME_MAX)
    ? `${label} must be at most ${SHORT_NAME_MAX} characters`
    : null
}
