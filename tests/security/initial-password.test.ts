import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateUser } from '#db/repositories/users'
import type { App } from '../../server/context.ts'
import {
  generatePassword,
  hashPassword,
  removeUsedPassword,
} from '../../server/security/passwords.ts'
import { ADMIN, createTestClinic } from '../support/server/test-clinic.ts'

const FIRST = generatePassword()
let folder: string
let file: string
let opened: Awaited<ReturnType<typeof createTestClinic>>
let app: App

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-first-'))
  file = join(folder, 'initial-password')
  writeFileSync(file, `${FIRST}\n`)
  opened = await createTestClinic()
  const { clinic } = opened
  app = { ...clinic, config: { ...clinic.config, initialPasswordFile: file } }
  await setPassword(FIRST)
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

async function setPassword(password: string) {
  const passwordHash = await hashPassword(password)
  await app.write(tx => updateUser(tx, ADMIN.id, { passwordHash }))
}

test('the file of the first password stays until the password is changed, and no longer', async () => {
  await removeUsedPassword(app)
  await removeUsedPassword(app)
  expect(existsSync(file)).toBe(true)
  await setPassword('another-password')
  await removeUsedPassword(app)
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['an own text', 'my notes about the clinic\n'],
  ['an empty file', ''],
  ['a password of someone else', 'Correct-Horse\n'],
])('%s with that name is not deleted', async (_, text) => {
  writeFileSync(file, text)
  await setPassword('another-password')
  await removeUsedPassword(app)
  expect(existsSync(file)).toBe(true)
})

test('what a link with that name leads to is not deleted', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, `${FIRST}\n`)
  rmSync(file)
  symlinkSync(other, file)
  await setPassword('another-password')
  await removeUsedPassword(app)
  expect([existsSync(file), existsSync(other)]).toEqual([true, true])
})

test('a file that cannot be read or is not there hinders no cleanup', async () => {
  chmodSync(file, 0)
  await removeUsedPassword(app)
  rmSync(file)
  await removeUsedPassword(app)
})
