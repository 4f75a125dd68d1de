import { DomainError } from '../errors.ts'
import { cleanText, splitGraphemes } from '../text.ts'

/** Minimum length in characters as people count them. */
export const PASSWORD_MIN = 6
/** Maximum length in UTF-16 units, also at sign-in, so that longer texts are never hashed. */
export const PASSWORD_MAX = 1000

export function validatePassword(password: string, field: string) {
  const problem = getPasswordProblem(password)
  if (problem) throw new DomainError(problem, { status: 400, field })
  return password.trim()
}

export function assertNewPassword(password: string, confirmation: string) {
  const isSame = password.trim().normalize('NFC') === confirmation.trim().normalize('NFC')
  if (!isSame) throw new DomainError('New password does not match', { field: 'confirmation' })
  validatePassword(password, 'newPassword')
}

export function getPasswordProblem(typed: string) {
  const password = typed.trim()
  if (cleanText(password) === '') return 'Password must not be blank'
  if (password.length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters`
  if (/[\p{Cc}\p{Cs}\ufffd]/u.test(password)) {
    return 'Password must not have control characters or unreadable ones'
  }
  const isLongEnough = splitGraphemes(password.normalize('NFC')).length >= PASSWORD_MIN
  return isLongEnough ? null : `Password must be at least ${PASSWORD_MIN} characters`
}
