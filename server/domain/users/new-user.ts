import { DomainError } from '../errors.ts'
import { splitGraphemes } from '../text.ts'
import { isSameUsername, type Role, type User, validatePassword } from './user.ts'

const USERNAME_MAX = 40

export type NewUser = { username: string; password: string; role: Role }

export function validateNewUser(input: NewUser, existing: Pick<User, 'username'>[]): NewUser {
  const username = input.username.trim()
  const password = input.password.trim()
  if (username === '' || password === '') {
    const field = username === '' ? 'username' : 'password'
    throw new DomainError('Please complete all information', { status: 400, field })
  }
  const problem = getUsernameProblem(username)
  if (problem) throw new DomainError(problem, { status: 400, field: 'username' })
  if (existing.some(user => isSameUsername(user.username, username))) {
    throw new DomainError('Username already exists', { field: 'username' })
  }
  return { username, password: validatePassword(password, 'password'), role: input.role }
}

/** Two names that look alike must not be two users. */
export function getUsernameProblem(username: string) {
  if (splitGraphemes(username).length > USERNAME_MAX) {
    return `Username must be at most ${USERNAME_MAX} characters`
  }
  const isVisible = !/[\p{Cc}\p{Cf}\p{Cs}\u3164]/u.test(username)
  return isVisible ? null : 'Username must not have invisible characters'
}
