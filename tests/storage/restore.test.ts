import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
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
  finishRestoreAtStart,
  readRestoreRecord,
  settleRestore,
} from '../../server/storage/backup/restore.ts'
import type { RunWorker } from '../../server/storage/backup/worker-client.ts'
import { createTestClinic } from '../support/server/test-clinic.ts'

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

/** What the worker leaves: the checked files of a backup. */
async function check() {
  const run: RunWorker = async () => {
    mkdirSync(at('restoring'), { recursive: true })
    writeFileSync(at('restoring', 'clinic.db'), 'restored')
    // Nothing of the result is used.
    return undefined as never
  }
  await checkBackup(folder, RESTORE, run, async () => ({ file: 'any' }))
}

test('a checked and committed backup replaces the data, which is kept', async () => {
  await check()
  await commitRestore(folder, { calls: 7 })
  expect(await settleRestore(folder)).toMatchObject({ state: 'replacing', sequences: { calls: 7 } })
  expect([contentOf('clinic.db'), contentOf(KEPT, 'clinic.db')]).toEqual(['restored', 'present'])
})

test('a restore that was interrupted while it checked the backup changes nothing, ever', async () => {
  await check()
  expect(await settleRestore(folder)).toEqual({
    ...BACKUP,
    state: 'unchanged',
    because: 'It was interrupted',
  })
  expect(contentOf('clinic.db')).toBe('present')
  expect(existsSync(at('restoring'))).toBe(false)
  expect(await settleRestore(folder)).toBeNull()
})

test.each(['clinic.db', 'clinic.db-wal'])(
  'what was written to %s after the restore was prepared stays',
  async file => {
    await check()
    await commitRestore(folder, {})
    writeFileSync(at(file), 'registered since')
    expect(await settleRestore(folder)).toMatchObject({
      state: 'unchanged',
      because: 'The data has changed since it was prepared',
    })
    expect(contentOf(file)).toBe('registered since')
    expect(await settleRestore(folder)).toBeNull()
  },
)

test.each(['before', 'after'])(
  'a restore that was cut off %s its last rename goes on, as often as it takes',
  async moment => {
    await check()
    await commitRestore(folder, {})
    await settleRestore(folder)
    if (moment === 'before') {
      mkdirSync(at('restoring'), { recursive: true })
      renameSync(at('clinic.db'), at('restoring', 'clinic.db'))
    }
    expect(await settleRestore(folder)).toMatchObject({ state: 'replacing' })
    expect([contentOf('clinic.db'), contentOf(KEPT, 'clinic.db')]).toEqual(['restored', 'present'])
  },
)

test('a restore whose unpacked files were deleted is not called carried out', async () => {
  await check()
  await commitRestore(folder, {})
  rmSync(at('restoring'), { recursive: true })
  expect(await settleRestore(folder)).toMatchObject({ state: 'unchanged' })
  expect(contentOf('clinic.db')).toBe('present')
})

test('a kept database is not overwritten, even by one that appeared after a power cut', async () => {
  await check()
  await commitRestore(folder, {})
  await settleRestore(folder)
  mkdirSync(at('restoring'), { recursive: true })
  writeFileSync(at('restoring', 'clinic.db'), 'restored')
  writeFileSync(at('clinic.db'), 'appeared')
  await settleRestore(folder)
  expect(contentOf('clinic.db')).toBe('restored')
  expect(contentOf(KEPT, 'clinic.db')).toBe('present')
  expect(contentOf(`${KEPT}-2`, 'clinic.db')).toBe('appeared')
})

test('a backup that is refused is named with the reason, and nothing else is left', async () => {
  const run = async () => {
    throw new Error('broken')
  }
  const refused = checkBackup(folder, RESTORE, run, async () => ({ file: 'any' }))
  await expect(refused).rejects.toThrow('broken')
  expect(readRestoreRecord(folder)).toMatchObject({ state: 'unchanged' })
  expect(readdirSync(folder).toSorted()).toEqual(['clinic.db', 'restore.json'])
})

test('a restore that was cut off before its last step takes it, although the next one is refused', async () => {
  await check()
  await commitRestore(folder, { calls: 7 })
  await settleRestore(folder)
  const run = async () => {
    throw new Error('broken')
  }
  await expect(checkBackup(folder, RESTORE, run, async () => ({ file: 'any' }))).rejects.toThrow()
  expect(await settleRestore(folder)).toMatchObject({ state: 'replacing', sequences: { calls: 7 } })

  await check()
  expect(await settleRestore(folder)).toMatchObject({ state: 'replacing', sequences: { calls: 7 } })

  await check()
  await commitRestore(folder, { calls: 3, patients: 9 })
  const sequences = { calls: 7, patients: 9 }
  expect(await settleRestore(folder)).toMatchObject({ state: 'replacing', sequences })
})

test.each(['2016', '2026', '2036'])(
  'the data before a restore stay, whatever folders a clock of %s left',
  async year => {
    const ctx = await createTestClinic()
    const others = [1, 2, 3].map(day => `before-restore-${year}-11-0${day}T090000`)
    for (const name of [...others, KEPT]) mkdirSync(join(ctx.folder, name))
    const replacing = { ...RESTORE, state: 'replacing', sequences: {}, fingerprint: '' } as const
    const list = () => readdirSync(ctx.folder).filter(name => name.startsWith('before-restore-'))
    await finishRestoreAtStart(ctx.database, ctx.folder, { ...replacing, before: KEPT })
    expect(list().toSorted()).toEqual([...others.slice(1), KEPT].toSorted())
    // Without a database there was nothing to keep.
    await finishRestoreAtStart(ctx.database, ctx.folder, { ...replacing, before: null })
    expect(list()).toHaveLength(3)
    await ctx.close()
  },
)
