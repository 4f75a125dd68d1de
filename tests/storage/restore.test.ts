import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkBackup,
  commitRestore,
  readRestoreRecord,
  settleRestore,
} from '../../server/storage/backup/restore.ts'
import type { RunWorker } from '../../server/storage/backup/worker-client.ts'

const BACKUP = { name: 'clinic-2026-11-20-030000-nightly', at: '2026-11-23T09:00:00.000Z' }
const RESTORE = { ...BACKUP, by: { user: null, address: null } }
const KEPT = 'before-restore-2026-11-23T090000'

let folder: string
const at = (...names: string[]) => join(folder, ...names)
const contentOf = (...names: string[]) => readFileSync(at(...names), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-restore-'))
  writeFileSync(at('clinic.db'), 'present')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What the worker leaves: the checked database of a backup, with the ids after the last step. */
const run: RunWorker = async (work, input) => {
  if (work === 'unpack') {
    mkdirSync(at('restoring'), { recursive: true })
    writeFileSync(at('restoring', 'clinic.db'), 'restored')
  } else {
    const { file, sequences } = input as { file: string; sequences: object }
    if (!existsSync(file)) throw new Error('the last step needs the database')
    appendFileSync(file, ` ${JSON.stringify(sequences)}`)
  }
  // Nothing of the result is used.
  return undefined as never
}

const check = (runWorker = run) =>
  checkBackup(folder, RESTORE, runWorker, async () => ({ file: 'any' }))
const commit = (sequences = {}) => commitRestore(folder, { sequences }, run)
const settle = () => settleRestore(folder)
const RESTORED = { ...BACKUP, state: 'restored', before: KEPT }

test('a checked and committed backup replaces the data, which is kept', async () => {
  await check()
  await commit({ calls: 7 })
  expect(contentOf('restoring', 'clinic.db')).toBe('restored {"calls":7}')
  expect(contentOf('clinic.db')).toBe('present')
  expect(await settle()).toEqual(RESTORED as never)
  const contents = [contentOf('clinic.db'), contentOf(KEPT, 'clinic.db')]
  expect(contents).toEqual(['restored {"calls":7}', 'present'])
  expect(existsSync(at('restoring'))).toBe(false)
  expect(await settle()).toBeNull()
})

test('a last step that fails replaces nothing', async () => {
  await check()
  const failing = commitRestore(folder, { sequences: {} }, async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(await settle()).toMatchObject({ state: 'unchanged' })
  expect(contentOf('clinic.db')).toBe('present')
})

test('a restore that was interrupted while it checked the backup changes nothing, ever', async () => {
  await check()
  expect(await settle()).toEqual({ ...BACKUP, state: 'unchanged', because: 'It was interrupted' })
  expect(contentOf('clinic.db')).toBe('present')
  expect(existsSync(at('restoring'))).toBe(false)
  expect(await settle()).toBeNull()
})

test.each(['clinic.db', 'clinic.db-wal'])(
  'what was written to %s after the restore was prepared stays',
  async file => {
    await check()
    await commit()
    writeFileSync(at(file), 'registered since')
    expect(await settle()).toMatchObject({
      state: 'unchanged',
      because: 'The data has changed since it was prepared',
    })
    expect(contentOf(file)).toBe('registered since')
    expect(await settle()).toBeNull()
  },
)

test.each(['before', 'after'])(
  'a restore that was cut off %s its last rename goes on, as often as it takes',
  async moment => {
    await check()
    await commit()
    const record = contentOf('restore.json')
    await settle()
    writeFileSync(at('restore.json'), record)
    if (moment === 'before') {
      mkdirSync(at('restoring'), { recursive: true })
      renameSync(at('clinic.db'), at('restoring', 'clinic.db'))
    }
    expect(await settle()).toEqual(RESTORED as never)
    expect([contentOf('clinic.db'), contentOf(KEPT, 'clinic.db')]).toEqual([
      'restored {}',
      'present',
    ])
  },
)

test('a restore whose unpacked files were deleted is not called carried out', async () => {
  await check()
  await commit()
  rmSync(at('restoring'), { recursive: true })
  expect(await settle()).toMatchObject({ state: 'unchanged' })
  expect(contentOf('clinic.db')).toBe('present')
})

test('a kept database is not overwritten, even by one that appeared after a power cut', async () => {
  await check()
  await commit()
  const record = contentOf('restore.json')
  await settle()
  writeFileSync(at('restore.json'), record)
  mkdirSync(at('restoring'), { recursive: true })
  writeFileSync(at('restoring', 'clinic.db'), 'restored')
  writeFileSync(at('clinic.db'), 'appeared')
  await settle()
  expect(contentOf('clinic.db')).toBe('restored')
  expect(contentOf(KEPT, 'clinic.db')).toBe('present')
  expect(contentOf(`${KEPT}-2`, 'clinic.db')).toBe('appeared')
})

test('a backup that is refused is named with the reason, and nothing else is left', async () => {
  const refused = check(async () => {
    throw new Error('broken')
  })
  await expect(refused).rejects.toThrow('broken')
  expect(readRestoreRecord(folder)).toMatchObject({ state: 'unchanged' })
  expect(readdirSync(folder).toSorted()).toEqual(['clinic.db', 'restore.json'])
})

test('a restore that version 1.0.0 prepared changes nothing, because it lacks its last step', async () => {
  await check()
  await commit()
  const { isFinished, ...old } = JSON.parse(contentOf('restore.json'))
  expect(isFinished).toBe(true)
  writeFileSync(at('restore.json'), JSON.stringify({ ...old, sequences: { calls: 7 } }))
  expect(await settle()).toEqual({ ...BACKUP, state: 'unchanged', because: 'It was interrupted' })
  expect(contentOf('clinic.db')).toBe('present')
})

test.each(['2016', '2036'])(
  'the data before a restore stay, whatever folders a clock of %s left',
  async year => {
    const others = [1, 2, 3].map(day => `before-restore-${year}-11-0${day}T090000`)
    for (const name of others) mkdirSync(at(name))
    const list = () => readdirSync(folder).filter(name => name.startsWith('before-restore-'))
    await check()
    await commit()
    await settle()
    expect(list().toSorted()).toEqual([...others.slice(1), KEPT].toSorted())
    // Without a database there is nothing to keep.
    rmSync(at('clinic.db'))
    await check()
    await commit()
    await settle()
    expect(list()).toHaveLength(3)
  },
)
