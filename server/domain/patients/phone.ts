import { DomainError } from '../errors.ts'
import { fold } from '../fold.ts'

/** As typed, with what is left out. */
export const PHONE_INPUT_MAX = 40

const PHONE = /^\+?\d{6,15}$/

const INVALID =
  'Please enter a phone number of 6 to 15 digits. It may have spaces, hyphens, dots, brackets, and a + before it.'
const NOT_ASKED = 'This clinic does not ask for phone numbers'

/**
 * The digits without the signs that people type between them; a plus stays. '' for none. Digits may
 * be of any script. In +60 (0)12, the bracketed zero is only for calls within the country.
 */
function cleanPhone(input: string) {
  const typed = fold(input)
  const phone = typed.startsWith('+') ? typed.replace('(0)', '') : typed
  return phone.replace(/[\s().[\]-]/g, '')
}

/** A sentence, or null. */
export function getPhoneProblem(input: string) {
  const phone = cleanPhone(input)
  return phone === '' || PHONE.test(phone) ? null : INVALID
}

/** The stored form: an optional plus and 6 to 15 digits; null for none. */
export function validatePhone(input: string, isAsked: boolean) {
  const phone = cleanPhone(input)
  if (phone === '') return null
  const problem = isAsked ? getPhoneProblem(phone) : NOT_ASKED
  if (problem !== null) throw new DomainError(problem, { status: 400, field: 'phone' })
  return phone
}
