export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const BUILT_IN_ADMIN = 'admin'

export type User = { id: number; username: string; role: Role; isActive: boolean }

export type SignedInUser = { id: number; username: string; role: Role; clinicName: string }

export function getRoleLabel(role: Role) {
  return role === 'admin' ? 'Administrator' : 'User'
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

function isBuiltIn({ username, role }: Pick<User, 'username' | 'role'>) {
  return role === 'admin' && getUsernameKey(username) === BUILT_IN_ADMIN
}

/** Stored since 1.0.0. Differs from `fold`, because two users of 1.0.0 may fold alike. */
export function getUsernameKey(username: string) {
  const folded = username.trim().normalize('NFKC').toUpperCase().toLowerCase()
  return folded.replaceAll('i\u0307', 'i').normalize('NFKC')
}
