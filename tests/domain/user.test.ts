import { describe, expect, test } from 'bun:test'
import { getUsernameProblem, validateNewUser } from '#domain/users/new-user'
import { validatePassword } from '#domain/users/password'
import { getRemovalProblem, type User } from '#domain/users/user'
import { getDomainError } from '../support/domain-errors.ts'

const aUser = (id: number, overrides: Partial<User> = {}): User => ({
  id,
  username: `user${id}`,
  role: 'user',
  isActive: true,
  ...overrides,
})

const ADMIN = aUser(1, { username: 'admin', role: 'admin' })
const CHIEF = aUser(2, { username: 'chief', role: 'admin' })
const NURSE = aUser(3, { username: 'nurse' })
const USERS = [
  ADMIN,
  NURSE,
  aUser(5, { username: 'O\u2019Neill' }),
  aUser(6, { username: 'Mei Ling' }),
]
const INACTIVE = aUser(4, { username: 'inactive', role: 'admin', isActive: false })

describe.each([
  ['delete', 'deleted'],
  ['deactivate', 'deactivated'],
] as const)('to %s', (verb, participle) => {
  const builtIn = `The built-in admin account cannot be ${participle}`
  const lastAdmin = `The last active admin cannot be ${participle}`

  test.each<[string, User, User, User[], string | null]>([
    ['their own account', CHIEF, CHIEF, [ADMIN, CHIEF], `You cannot ${verb} your own account`],
    ['the built-in admin', ADMIN, CHIEF, [ADMIN, CHIEF], builtIn],
    ['it by another case', { ...ADMIN, username: 'Admin' }, CHIEF, [ADMIN, CHIEF], builtIn],
    ['one that folds alike', { ...CHIEF, username: 'adm\u00edn' }, ADMIN, [ADMIN, CHIEF], null],
    ['a user of that name', { ...NURSE, username: 'admin' }, CHIEF, [CHIEF, NURSE], null],
    ['one admin of two', CHIEF, ADMIN, [ADMIN, CHIEF], null],
    ['the last admin', CHIEF, NURSE, [CHIEF, NURSE], lastAdmin],
    ['the last active admin', CHIEF, NURSE, [CHIEF, INACTIVE, NURSE], lastAdmin],
    ['an inactive admin beside the last active one', INACTIVE, CHIEF, [CHIEF, INACTIVE], null],
  ])('%s', (_, user, actor, all, reason) => {
    expect(getRemovalProblem(verb, user, actor, all)).toBe(reason)
  })
})

describe('a new user', () => {
  const input = { username: ' mei ', password: ' secret ', role: 'user' } as const
  const incomplete = 'Please complete all information'
  const short = 'Password must be at least 6 characters'
  const unreadable = 'Password must not have control characters or unreadable ones'
  const taken = 'Username already exists'
  const invisible = 'Username must not have invisible characters'

  test('is saved without blanks around the name and the password', () => {
    const saved = { username: 'mei', password: 'secret', role: 'user' } as const
    expect(validateNewUser(input, [ADMIN, NURSE])).toEqual(saved)
    expect(validateNewUser({ ...input, role: 'admin' }, [])).toEqual({ ...saved, role: 'admin' })
  })

  test.each([
    [{ username: '  ' }, incomplete, 400, 'username'],
    [{ password: '      ' }, incomplete, 400, 'password'],
    [{ password: '\u200b\u3000\u2800 \u00a0\u3164' }, incomplete, 400, 'password'],
    [{ password: ' 123 ' }, short, 400, 'password'],
    // Five characters: a letter with its mark is one, in either normal form.
    [{ password: '1234e\u0301' }, short, 400, 'password'],
    [{ password: 'x'.repeat(1001) }, 'Password must be at most 1000 characters', 400, 'password'],
    [{ password: 'secret\t1' }, unreadable, 400, 'password'],
    [{ password: 'secret\ud800' }, unreadable, 400, 'password'],
    [{ username: 'm\u200dei' }, invisible, 400, 'username'],
    [{ username: '\u3164' }, invisible, 400, 'username'],
    [{ username: ' NURSE ' }, taken, 409, 'username'],
    // With characters that draw nothing, of another alphabet, in full width, and with a dotless i.
    [{ username: 'admin\ufe0f' }, invisible, 400, 'username'],
    [{ username: '\u0430dmin' }, 'Username must not mix alphabets', 400, 'username'],
    [{ username: '\uff41dmin' }, taken, 409, 'username'],
    [{ username: 'N\u00fbrse' }, taken, 409, 'username'],
    [{ username: "o'neill" }, taken, 409, 'username'],
    [{ username: 'adm\u0131n' }, taken, 409, 'username'],
    [{ username: '--' }, 'Username must have a letter or a digit', 400, 'username'],
  ] as const)('%j is rejected: %s', (change, sentence, status, field) => {
    const error = getDomainError(() => validateNewUser({ ...input, ...change }, USERS))
    expect(error).toEqual({ sentence, status, field })
  })
})

test.each([
  [true, ['mei', 'Élise', 'Dr 陈', 'Dr கவிதா', 'дмитрий', 'கி'.repeat(40)]],
  [false, ['dmitriй', 'x'.repeat(41), 'கி'.repeat(41), 'mei\u0000', 'mei\nling']],
])('can be a username: %p', (isAllowed, names) => {
  for (const name of names)
    expect([name, getUsernameProblem(name) === null]).toEqual([name, isAllowed])
})

test('a shorter password is rejected with its field', () => {
  const error = getDomainError(() => validatePassword('12345', 'newPassword'))
  const sentence = 'Password must be at least 6 characters'
  expect(error).toEqual({ sentence, status: 400, field: 'newPassword' })
})
