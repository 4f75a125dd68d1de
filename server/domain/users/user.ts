import { DomainError } from '../errors.ts'
import { isFoldedAlike } from '../fold.ts'
import { cleanText } from '../names.ts'
import { splitGraphemes } from '../text.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const BUILT_IN_ADMIN = 'admin'
/** In characters as people count them. */
export const PASSWORD_MIN = 6
/** In UTF-16 units, for one that is typed, too: what is longer is not hashed. */
export const PASSWORD_MAX = 1000

export type User = { id: number; username: string; role: Role; isActive: boolean }

export type SignedInUser = { id: number; username: string; role: Role; clinicName: string }

export function getRoleLabel(role: Role) {
  return role === 'admin' ? 'Administrator' : 'User'
}

export function isSameUsername(a: string, b: string) {
  return isFoldedAlike(a, b)
}

/**
 * What the database stores beside a username since version 1.0.0, whose users may be folded alike:
 * their usernames differ in it.
 */
export function getUsernameKey(username: string) {
  const folded = username.trim().normalize('NFKC').toUpperCase().toLowerCase()
  return folded.replaceAll('i\u0307', 'i').normalize('NFKC')
}

export function validatePassword(password: string, field: string) {
  const problem = getPasswordProblem(password)
  if (problem) throw new DomainError(problem, { status: 400, field })
  return password
}

export function getPasswordFormProblem({ next, confirmation }: PasswordForm) {
  const isSame = next.normalize('NFC') === confirmation.normalize('NFC')
  return isSame ? getPasswordProblem(next) : 'New password does not match'
}

type PasswordForm = { next: string; confirmation: string }

/** One rule for every way to a new password. Spaces around it belong to it. */
export function getPasswordProblem(password: string) {
  if (cleanText(password) === '') return 'Password must not be blank'
  if (password.length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters`
  if (/[\p{Cc}\p{Cs}\ufffd]/u.test(password)) {
    return 'Password must not have control characters or unreadable ones'
  }
  const isLongEnough = splitGraphemes(password.normalize('NFC')).length >= PASSWORD_MIN
  return isLongEnough ? null : `Password must be at least ${PASSWORD_MIN} characters`
}

export function getRemovalProblem(
  verb: 'delete' | 'deactivate',
  user: User,
  actor: Pick<User, 'id'>,
  all: User[],
): string | null {
  if (user.id === actor.id) return `You cannot ${verb} your own account`
  if (isBuiltIn(user)) return `The built-in admin account cannot be ${verb}d`
  const admins = all.filter(({ role, isActive }) => role === 'admin' && isActive)
  const isLastAdmin = admins.length === 1 && admins[0]?.id === user.id
  return isLastAdmin ? `The last active admin cannot be ${verb}d` : null
}

export function isBuiltIn({ username, role }: Pick<User, 'username' | 'role'>) {
  return role === 'admin' && getUsernameKey(username) === BUILT_IN_ADMIN
}
