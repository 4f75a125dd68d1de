import { fold } from '../fold.ts'

const PHONE = /^\+?\d{6,15}$/

const INVALID =
  'Please enter a phone number of 6 to 15 digits. It may have spaces, hyphens, dots, brackets, and a + before it.'

/**
 * Removes the signs that people type between digits, and converts digits of any script. In
 * +60 (0)12, also removes the zero, because it is only for calls within the country.
 */
export function cleanPhone(input: string) {
  const typed = fold(input)
  const phone = typed.startsWith('+') ? typed.replace('(0)', '') : typed
  return phone.replace(/[\s().[\]-]/g, '')
}

/** Returns a sentence about an invalid number, or null. */
export function getPhoneProblem(input: string) {
  const phone = cleanPhone(input)
  return phone === '' || PHONE.test(phone) ? null : INVALID
}
