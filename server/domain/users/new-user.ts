import { DomainError } from '../errors.ts'
import { isFoldedAlike } from '../fold.ts'
import { assertNotTooMany } from '../names.ts'
import { cleanText, isLongerThan } from '../text.ts'
import { validatePassword } from './password.ts'
import type { Role, User } from './user.ts'

const USERNAME_MAX = 40

export type NewUser = { username: string; password: string; role: Role }

export function validateNewUser(input: NewUser, existing: Pick<User, 'username'>[]): NewUser {
  const username = input.username.trim().normalize('NFKC')
  const { password } = input
  if (username === '' || cleanText(password) === '') {
    const field = username === '' ? 'username' : 'password'
    throw new DomainError('Please complete all information', { status: 400, field })
  }
  const problem = getUsernameProblem(username)
  if (problem) throw new DomainError(problem, { status: 400, field: 'username' })
  if (existing.some(user => isFoldedAlike(user.username, username))) {
    throw new DomainError('Username already exists', { field: 'username' })
  }
  assertNotTooMany('users', existing)
  return { username, password: validatePassword(password, 'password'), role: input.role }
}

/** Rejects names that mix alphabets, because they can imitate others. Returns null if valid. */
export function getUsernameProblem(username: string) {
  if (isLongerThan(username, USERNAME_MAX)) {
    return `Username must be at most ${USERNAME_MAX} characters`
  }
  if (/[\p{C}\p{DI}\u2800]/u.test(username)) return 'Username must not have invisible characters'
  if (!/[\p{L}\p{N}]/u.test(username)) return 'Username must have a letter or a digit'
  const letters = username.normalize('NFKC').replace(/[^\p{L}]/gu, '')
  const isOfOneScript = SCRIPTS.some(script => script.test(letters))
  return isOfOneScript ? null : 'Username must not mix alphabets'
}

const BESIDE_LATIN =
  'Tamil Arabic Devanagari Bengali Gurmukhi Telugu Malayalam Sinhala Thai Myanmar Khmer'

/** "Moderately Restrictive" profile of UTS 39: Latin may not mix with Cyrillic or Greek. */
const SCRIPTS = [
  /^\p{sc=Cyrillic}*$/u,
  /^\p{sc=Greek}*$/u,
  /^[\p{sc=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]*$/u,
  ...BESIDE_LATIN.split(' ').map(script => new RegExp(`^[\\p{sc=Latin}\\p{scx=${script}}]*$`, 'u')),
]
