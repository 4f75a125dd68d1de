import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { decryptFile, encryptFile } from '../../server/storage/backup/encryption.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'

const NFC = 'gar\u00e7on \u00e9t\u00e9 2026'
const NFD = NFC.normalize('NFD')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-age-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function write(name: string, content: Uint8Array | string) {
  const path = join(folder, name)
  await Bun.write(path, content)
  return path
}

async function collect(chunks: AsyncIterable<Uint8Array>) {
  return Buffer.concat(await Array.fromAsync(chunks))
}

test.each([
  ['composed in another way', NFC, NFD],
  ['composed in one way', NFD, NFC],
])('a backup opens with its passphrase %s', async (_, set, typed) => {
  const encrypted = await collect(encryptFile(await write('plain', 'patients'), set))
  const path = await write('a.age', encrypted)
  expect((await collect(decryptFile(path, typed))).toString()).toBe('patients')
})

test('a backup of version 1.0.0 opens, whose passphrase was used as it was typed', async () => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(NFD)
  const path = await write('a.age', await encrypter.encrypt('patients'))
  for (const typed of [NFD, NFC]) {
    expect((await collect(decryptFile(path, typed))).toString()).toBe('patients')
  }
})

test('spaces are part of a passphrase', async () => {
  const plain = await write('plain', 'patients')
  const path = await write('a.age', await collect(encryptFile(plain, ' twelve letters ')))
  const refused = collect(decryptFile(path, 'twelve letters'))
  expect(await getRejectionMessage(refused)).toBe('The passphrase does not fit this backup')
})
