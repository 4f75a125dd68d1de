import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { saveAnswer } from '#db/repositories/idempotency-keys'
import type { Progress } from '#domain/backups/backups'
import { createBackup, prepareRestore } from '../../server/actions/system/backups.ts'
import { getBackupStatus, getStore } from '../../server/queries/backups.ts'
import { runInWorker } from '../../server/storage/backup/worker-client.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { createStoredPng } from '../support/files/images.ts'
import { registerPatient, signIn, uploadImage } from '../support/server/actions.ts'
import {
  ADMIN,
  createTestClinic,
  runInProcess,
  type TestClinic,
} from '../support/server/test-clinic.ts'

let ctx: TestClinic
afterEach(() => ctx.close())

const register = (name: string) => registerPatient(ctx.clinic, { name })
const backupsFolder = () => join(ctx.folder, 'backups')
const getStatus = () => getBackupStatus(ctx.clinic)
const BY = { user: ADMIN, address: null }
let unpackings = 0
/** Unpacks a backup as a restore would. Returns the folder. */
async function unpacked(file: string) {
  const into = join(ctx.folder, `unpacked-${unpackings++}`)
  // In another process, because libSQL keeps the file open until its process ends.
  await runInWorker('unpack', { file, into })
  return join(into, 'clinic.db')
}

async function rows(file: string, query: string) {
  return (await createClient({ url: `file:${file}` }).execute(query)).rows.map(row => row[0])
}

test('a backup is one file with everything, described and checked', async () => {
  ctx = await createTestClinic()
  await register('ali')
  const picture = await createStoredPng({ width: 40, height: 30 })
  await uploadImage(ctx.clinic, { bytes: picture, name: 'Poster', fileName: 'poster.png' })
  const path = await createBackup(ctx.clinic, 'manual')

  expect(path).toBe(join(backupsFolder(), 'clinic-2026-11-20-100000-manual.db.gz'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(backupsFolder()).mode & 0o777).toBe(0o700)
  expect(readdirSync(backupsFolder())).toHaveLength(1)
  const { backups, work, failure } = await getStatus()
  expect({ work, failure }).toEqual({ work: { step: 'idle' }, failure: null })
  expect(backups).toMatchObject([
    {
      kind: 'manual',
      contents: { version: '1.2.3', counts: { patients: 1, users: 2, calls: 0 } },
    },
  ])

  const database = await unpacked(path)
  expect(await rows(database, 'select name from patients')).toEqual(['ALI'])
  const [part] = await rows(database, 'select bytes from media_parts')
  expect(new Uint8Array(part as ArrayBuffer)).toEqual(picture)
})

test('a backup that is removed while it is read is not listed as damaged', async () => {
  ctx = await createTestClinic()
  const path = await createBackup(ctx.clinic, 'manual')
  const pipe = path.replace('-manual', '-nightly')
  Bun.spawnSync(['mkfifo', pipe])
  const status = getStatus()
  // Opens when the other end is open for reading.
  const writer = await open(pipe, 'w')
  rmSync(pipe)
  await writer.close()
  expect((await status).backups).toMatchObject([{ kind: 'manual' }])
  expect(ctx.logged.join()).not.toContain('backup unreadable')
})

test('a backup contains no trace of sessions and stored responses', async () => {
  ctx = await createTestClinic()
  const client = { address: 'here', device: null, isWaiting: () => true }
  const session = await signIn(ctx.clinic, ADMIN, client)
  const stored = { bodyHash: '', status: 200, answer: { body: 'AMINAH' } }
  await ctx.clinic.write(tx =>
    saveAnswer(tx, { owner: session.id, userId: 1, key: 'key-of-one' }, stored, 1),
  )
  const journal = readFileSync(join(ctx.folder, 'clinic.db-wal'))
  const archive = gunzipSync(readFileSync(await createBackup(ctx.clinic, 'manual')))
  for (const text of [session.id, 'key-of-one', 'AMINAH']) {
    expect([text, journal.includes(text), archive.includes(text)]).toEqual([text, true, false])
  }
})

test('a backup contains every write acknowledged before it began, whatever is written meanwhile', async () => {
  ctx = await createTestClinic()
  const writing = Array.from({ length: 40 }, (_, n) => register(`before ${n}`))
  const acknowledgedIds = writing.map(promise => promise.then(patient => patient.id))
  const acknowledged: number[] = []
  for (const one of acknowledgedIds) void one.then(id => acknowledged.push(id))
  await acknowledgedIds[15]
  const before = [...acknowledged]
  const backingUp = createBackup(ctx.clinic, 'manual')
  const during = Array.from({ length: 40 }, (_, n) => register(`during ${n}`))
  const path = await backingUp
  await Promise.all(during)

  const database = await unpacked(path)
  const packed = await rows(database, 'select id from patients')
  expect(before.length).toBeGreaterThan(10)
  expect(packed).toEqual(expect.arrayContaining(before))
  expect(await rows(database, 'pragma integrity_check')).toEqual(['ok'])
})

test('no other process can open the database during or after a backup', async () => {
  ctx = await createTestClinic({
    backups: {
      async runWorker(work, input, options) {
        if (work === 'copy') expect(await inspectDatabase()).toEqual({ state: 'taken' })
        return runInProcess(work, input, options) as never
      },
    },
  })
  await createBackup(ctx.clinic, 'manual')
  const [{ name = '' } = {}] = (await getStatus()).backups
  await Array.fromAsync((await getStore(ctx.clinic).openDownload(name)).content)
  expect(await inspectDatabase()).toEqual({ state: 'taken' })
})

const inspectDatabase = () => runInWorker('inspect', join(ctx.folder, 'clinic.db'))

test('the database file stays as it is while it is copied, and then takes up the journal again', async () => {
  const sizes: number[] = []
  ctx = await createTestClinic({
    backups: {
      async runWorker() {
        const file = join(ctx.folder, 'clinic.db')
        const modified = statSync(file).mtimeMs
        for (let n = 0; n < 300; n++) await register(`during ${n}`)
        sizes.push(statSync(`${file}-wal`).size)
        expect(statSync(file).mtimeMs).toBe(modified)
        throw new Error('the copy failed')
      },
    },
  })
  await expect(createBackup(ctx.clinic, 'manual')).rejects.toThrow('the copy failed')
  const before = statSync(join(ctx.folder, 'clinic.db')).mtimeMs
  await register('after')
  expect(sizes[0]).toBeGreaterThan(1000 * 4096)
  expect(statSync(join(ctx.folder, 'clinic.db')).mtimeMs).toBeGreaterThan(before)
})

test('a disk that fills up while packing leaves no half backup', async () => {
  ctx = await createTestClinic({
    backups: {
      runWorker: async () => {
        const [draft = ''] = readdirSync(backupsFolder())
        writeFileSync(join(backupsFolder(), draft, 'backup.db.gz'), 'half')
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      },
    },
  })
  await expect(createBackup(ctx.clinic, 'manual')).rejects.toThrow('ENOSPC')
  expect(readdirSync(backupsFolder())).toEqual([])
  expect((await getStatus()).failure?.because).toBe('The disk is full')
  await register('ali')
})

test('a defective copy never becomes a backup and deletes no older one', async () => {
  ctx = await createTestClinic()
  await createBackup(ctx.clinic, 'manual')
  await ctx.database.write(tx => tx.run(sql`delete from users`))
  expect(await getRejectionMessage(createBackup(ctx.clinic, 'manual'))).toBe(
    'The copy failed its check: its database has no users',
  )
  expect(readdirSync(backupsFolder())).toHaveLength(1)
})

test('the next start deletes what a crash left unfinished, and complete backups stay', async () => {
  ctx = await createTestClinic()
  await createBackup(ctx.clinic, 'manual')
  const left = join(backupsFolder(), '.draft-0b7c')
  mkdirSync(left)
  writeFileSync(join(left, 'backup.db.gz'), 'half')
  const { createBackupStore } = await import('../../server/storage/backup/backup-store.ts')
  const again = createBackupStore({ dataDir: ctx.folder, version: '1', log: () => {} })
  expect(readdirSync(backupsFolder())).toHaveLength(1)
  expect(await again.list()).toHaveLength(1)
})

test('a shutdown ends a running backup at once and leaves no file', async () => {
  const packing = Promise.withResolvers<void>()
  ctx = await createTestClinic({
    backups: {
      runWorker(work, input, options) {
        if (work === 'pack') packing.resolve()
        return runInProcess(work, input, options)
      },
    },
  })
  const backingUp = createBackup(ctx.clinic, 'manual').catch(cause => cause)
  await packing.promise
  await ctx.clinic.backupStore?.stop()
  expect(readdirSync(backupsFolder())).toEqual([])
  expect(await backingUp).toBeInstanceOf(Error)
  expect(ctx.logged.join()).not.toContain('failed')
})

test('a backup tells how far it is, from what its processes have done', async () => {
  const told: Progress[] = []
  const runWorker: typeof runInProcess = (work, input, options) =>
    runInProcess(work, input, {
      ...options,
      onProgress(progress) {
        options?.onProgress?.(progress)
        const { work } = ctx.clinic.backupStore?.getStatus() ?? {}
        if (work && 'progress' in work && work.progress) told.push(work.progress)
      },
    })
  ctx = await createTestClinic({ backups: { runWorker } })
  await register('ali')
  await createBackup(ctx.clinic, 'manual')
  const stages = [...new Set(told.map(({ doing }) => doing))]
  expect(stages).toEqual(['copying', 'compacting', 'checking the copy', 'packing', 'reading back'])
  const percents = told.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.at(-1)).toBe(100)
  expect((await getStatus()).work).toEqual({ step: 'idle' })
})

test('a restore checks the file, backs up the current data, and only then begins', async () => {
  ctx = await createTestClinic()
  await register('ali')
  await createBackup(ctx.clinic, 'manual')
  const [{ name = '' } = {}] = (await getStatus()).backups
  ctx.clock.advance(60_000)
  await register('mei')
  let restarts = 0
  ctx.clinic.restartIntoRestore = async () => void restarts++
  await prepareRestore(ctx.clinic, name, BY)
  expect(restarts).toBe(1)
  const { backups, work } = await getStatus()
  expect(work).toEqual({ step: 'restoring', name })
  expect(backups[0]).toMatchObject({
    kind: 'before-restore',
    contents: { counts: { patients: 2 } },
  })
  const draft = join(ctx.folder, 'restoring')
  expect(await rows(join(draft, 'clinic.db'), 'select name from patients')).toEqual(['ALI'])
})

test('a damaged backup is rejected with a message, and the data is unchanged', async () => {
  ctx = await createTestClinic()
  const path = await createBackup(ctx.clinic, 'manual')
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
  const [{ name = '' } = {}] = (await getStatus()).backups
  ctx.clinic.restartIntoRestore = async () => {
    throw new Error('never')
  }
  const sentence = 'This backup cannot be used: it was changed'
  expect(await getRejectionMessage(prepareRestore(ctx.clinic, name, BY))).toBe(sentence)
  expect(await getStatus()).toMatchObject({
    work: { step: 'idle' },
    failure: { what: 'restore', because: sentence },
  })
  expect(readdirSync(ctx.folder).filter(name => /restor/.test(name))).toEqual(['restore.json'])
})
