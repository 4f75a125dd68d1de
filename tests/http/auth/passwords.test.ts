import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findUserByName } from '#db/repositories/users'
import { resetPassword } from '../../../server/actions/auth.ts'
import { hashPassword, verifyPassword } from '../../../server/security/passwords.ts'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const login = async (username: string, password: string) =>
  (await ctx.signedOut.post('/api/auth/login', { username, password })).status
const addUser = (username: string, password: string) =>
  admin.post('/api/users', { username, password })

/** As version 1.0.0 has saved it. */
async function addOldUser(username: string, folded: string, hashed: string) {
  const hash = await Bun.password.hash(hashed, {
    algorithm: 'argon2id',
    memoryCost: 8,
    timeCost: 1,
  })
  await ctx.database.write(tx =>
    tx.run(sql`insert into users (username, folded, password_hash, role, created_at)
      values (${username}, ${folded}, ${hash}, 'user', '2026-01-01T00:00:00.000Z')`),
  )
}

const NFC = 'gar\u00e7on \u00e9t\u00e9'
const NFD = NFC.normalize('NFD')

const TOO_SHORT = 'Password must be at least 6 characters'

test.each([
  ['spaces around it', ' spaced-1 ', ' spaced-1 '],
  ['a tab of the keyboard as a wide space', '\u3000wide 12', '\u3000wide 12'],
  ['letters that another keyboard composes', NFC, NFD],
  ['letters that this keyboard has composed', NFD, NFC],
  ['Hangul', '비밀번호입니다', '비밀번호입니다'.normalize('NFD')],
])('a password with %s signs in, however it was set', async (_, set, typed) => {
  expect((await addUser('mei', set)).status).toBe(201)
  expect(await login('mei', typed)).toBe(200)

  const nurse = await ctx.nurse()
  const json = { currentPassword: NURSE.password, newPassword: set }
  const changed = await nurse.post('/api/auth/change-password', json)
  expect(changed.status).toBe(200)
  expect(await login('nurse', typed)).toBe(200)
  expect(await login('nurse', NURSE.password)).toBe(401)
})

test.each([' spaced 1 ', 'spaced 1\n', '\u00a0spaced 1', '\tspaced 1 '])(
  'the blanks around a new password %j do not count',
  async set => {
    const nurse = await ctx.nurse()
    expect((await addUser('mei', set)).status).toBe(201)
    const json = { currentPassword: `${NURSE.password} `, newPassword: set }
    expect((await nurse.post('/api/auth/change-password', json)).status).toBe(200)
    for (const username of ['mei', 'nurse']) {
      const before = await ctx.clinic.read(db => findUserByName(db, username))
      for (const typed of ['spaced 1', set, ' \u3000spaced 1  ']) {
        expect([username, typed, await login(username, typed)]).toEqual([username, typed, 200])
      }
      expect(await login(username, 'spaced  1')).toBe(401)
      expect(await Bun.password.verify('spaced 1', before?.passwordHash ?? '')).toBe(true)
    }
  },
)

test('a phone signs in with blanks around the password', async () => {
  await addUser('mei', 'spaced 1')
  const { body } = await ctx.signedOut.post('/api/qr/init')
  const path = `/api/qr/${body.qrId}/authorize`
  const answer = await ctx.signedOut.post(path, { username: 'mei', password: ' spaced 1\t' })
  expect(answer.status).toBe(200)
})

test('a password that was made with blanks by version 1.1.0 signs in only with them', async () => {
  await addOldUser('old', 'old', ' secret 1 ')
  expect(await login('old', 'secret 1')).toBe(401)
  expect(await login('old', ' secret 1 ')).toBe(200)
})

test.each([
  ['of blanks', '      ', 'Please complete all information'],
  ['with fewer than six characters between blanks', '  12345  ', TOO_SHORT],
])('a new password %s is refused', async (_, password, sentence) => {
  const added = await addUser('mei', password)
  expect([added.status, added.body.error]).toEqual([400, sentence])
  const nurse = await ctx.nurse()
  const json = { currentPassword: NURSE.password, newPassword: password }
  expect((await nurse.post('/api/auth/change-password', json)).status).toBe(400)
  expect(await login('nurse', NURSE.password)).toBe(200)
})

test.each([
  ['trimmed', 'secret 1', ' secret 1 '],
  ['with blanks and composed letters', ` ${NFC} `, ` ${NFD} `],
  ['as it was typed', NFD, NFD],
  ['blank, by ADMIN_PASSWORD', ' '.repeat(8), ' '.repeat(8)],
  ['with a control character', 'secret\t1', 'secret\t1'],
  ['in compatibility letters', 'ｓｅｃｒｅｔ', 'ｓｅｃｒｅｔ'],
])('who had a password of version 1.0.0, saved %s, still signs in', async (_, hashed, typed) => {
  await addOldUser('old', 'old', hashed)
  expect(await login('old', typed)).toBe(200)
})

test('a new password is refused alike by every way in', async () => {
  const nurse = await ctx.nurse()
  for (const newPassword of ['12345', 'secret\u0007', 'x'.repeat(1001), 'a\ufffdbcdefg']) {
    const json = { currentPassword: NURSE.password, newPassword }
    const changed = await nurse.post('/api/auth/change-password', json)
    const added = await addUser('mei', newPassword)
    expect([changed.status, added.status]).toEqual([400, 400])
    // "Must be at most" comes from the form.
    if (newPassword.length <= 1000) expect(changed.body.error).toBe(added.body.error)
  }
})

test('a password that was reset signs in as it was printed, and pasted with a line', async () => {
  const password = await resetPassword(ctx.clinic, 'NURSE\u00a0')
  expect(await login('nurse', password)).toBe(200)
  expect(await login('nurse', `${password}\n`)).toBe(200)
})

test('an unknown user is never let in, whatever form is tried', async () => {
  expect(await verifyPassword(' x ', undefined)).toBe(false)
  expect(await verifyPassword('', await hashPassword('secret'))).toBe(false)
})

test('a user signs in however the keyboard writes the name', async () => {
  await addUser('Zo\u00eb O\u2019Neill', 'secret1')
  for (const typed of ['zoe\u0308 o\u2019neill', "ZOE O'NEILL", ' ｚｏë\u00a0o\u02bcneill\u200b']) {
    expect([typed, await login(typed, 'secret1')]).toEqual([typed, 200])
  }
  expect((await addUser("zoe\u3000o'neill", 'secret1')).body.error).toBe('Username already exists')
})

test('two users of version 1.0.0 that are folded alike are told apart by the exact name', async () => {
  await addOldUser('Jose', 'jose', 'the first')
  await addOldUser('Jos\u00e9', 'jos\u00e9', 'the second')
  expect(await login('JOSE', 'the first')).toBe(200)
  expect(await login('JOSE\u0301', 'the second')).toBe(200)
  expect(await login('jose', 'the second')).toBe(401)
  // Which of the two is meant, nobody knows.
  expect(await login('jos\u00e8', 'the first')).toBe(401)
})

test('guesses at one user count together, however the name is written', async () => {
  await addUser('Ren\u00e9e', 'secret1')
  const forms = ['renee', 'REN\u00c9E', 'rene\u0301e', 'r\u00e9n\u00e9e', 'ｒenee']
  for (const form of forms) expect(await login(form, 'a guess')).toBe(401)
  expect(await login('ren\u00e8\u00e8', 'secret1')).toBe(429)
})
