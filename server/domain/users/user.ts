import { DomainError } from '../errors.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const BUILT_IN_ADMIN = 'admin'
export const PASSWORD_MIN = 6

export type User = { id: number; username: string; role: Role; isActive: boolean }

export type SignedInUser = { id: number; username: string; role: Role; clinicName: string }

export function getRoleLabel(role: Role) {
  return role === 'admin' ? 'Administrator' : 'User'
}

export function isSameUsername(a: string, b: string) {
  return foldUsername(a) === foldUsername(b)
}

/** Usernames are the same in any case and width, and with an i without its dot. */
export function foldUsername(username: string) {
  const folded = username.trim().normalize('NFKC').toUpperCase().toLowerCase()
  return folded.replaceAll('i\u0307', 'i').normalize('NFKC')
}

export function validatePassword(password: string, field: string) {
  const problem = getPasswordProblem(password)
  if (problem) throw new DomainError(problem, { status: 400, field })
  return password
}

export function getPasswordFormProblem({ next, confirmation }: PasswordForm) {
  return next === confirmation ? getPasswordProblem(next) : 'New password does not match'
}

type PasswordForm = { next: string; confirmation: string }

export function getPasswordProblem(password: string) {
  const isLongEnough = password.length >= PASSWORD_MIN
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
  return role === 'admin' && isSameUsername(username, BUILT_IN_ADMIN)
}
