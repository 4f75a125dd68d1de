import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { MINUTE_MS } from '#domain/time'
import { createBackup } from '../../server/actions/system/backups.ts'
import { findTrustedDay } from '../../server/queries/system/clock.ts'
import { createBackupCopier } from '../../server/storage/backup/backup-copies.ts'
import { type RunWorker, runInWorker } from '../../server/storage/backup/worker-client.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { getMountProblem, mountSmallDisk, type SmallDisk } from '../support/files/small-disk.ts'
import { confirmDate, createTestClinic, type TestClinic } from '../support/server/test-clinic.ts'
import { testUnless } from '../support/unless.ts'

const PASSPHRASE = 'a passphrase to test with'

let ctx: TestClinic
let stick: SmallDisk
beforeEach(async () => {
  ctx = await createTestClinic()
})
afterEach(async () => {
  stick?.remove()
  await ctx.close()
})

type Options = { folder?: string; passphrase?: string; runWorker?: RunWorker; timeoutMs?: number }

function createCopier({ folder = stick.place, passphrase, ...others }: Options = {}) {
  const { backupStore: store, log, now } = ctx.clinic
  if (!store) throw new Error('there is no backup store')
  const findDay = () => findTrustedDay(ctx.clinic)
  const copier = createBackupCopier({ folder, passphrase, store, log, now, findDay, ...others })
  Object.assign(ctx.clinic, { backupCopier: copier })
  return copier
}

function mount() {
  const disk = mountSmallDisk(1)
  if (!disk) throw new Error('a disk cannot be mounted')
  stick = disk
}

const files = (folder = stick.place) => readdirSync(folder).toSorted()
const newestFile = (path: string) => path.replace(/.*\//, '')
const countLogged = (message: string) =>
  ctx.logged.filter(line => JSON.parse(line).message === message).length
const testWithDisk = testUnless(getMountProblem())

testWithDisk(
  'each backup is copied at once, and the status says of when the newest is',
  async () => {
    mount()
    const copier = createCopier()
    expect(copier.getStatus()).toEqual({ folder: stick.place, newestAt: null, failure: null })
    const path = await createBackup(ctx.clinic, 'manual')
    await copier.copyIfDue()
    expect(files()).toEqual([newestFile(path)])
    expect(readFileSync(join(stick.place, newestFile(path)))).toEqual(readFileSync(path))
    expect(copier.getStatus()).toMatchObject({ newestAt: ctx.clock.now(), failure: null })
    ctx.clock.advance(MINUTE_MS)
    await createBackup(ctx.clinic, 'manual')
    await copier.copyIfDue()
    expect(files()).toHaveLength(2)
    expect(countLogged('backup copied')).toBe(2)
  },
)

testWithDisk('another stick gets the newest backup within an hour', async () => {
  mount()
  const copier = createCopier()
  const path = await createBackup(ctx.clinic, 'manual')
  await copier.copyIfDue()
  rmSync(join(stick.place, newestFile(path)))
  ctx.clock.advance(59 * MINUTE_MS)
  await copier.copyIfDue()
  expect(files()).toEqual([])
  ctx.clock.advance(MINUTE_MS)
  await copier.copyIfDue()
  expect(files()).toEqual([newestFile(path)])
})

testWithDisk(
  'a stick that is pulled out is told, logged once, and used again when it is back',
  async () => {
    mount()
    const copier = createCopier()
    Bun.spawnSync(['umount', stick.place])
    await createBackup(ctx.clinic, 'manual')
    await copier.copyIfDue()
    const because =
      'the stick or the share is not connected (the folder is on the disk of the data)'
    const failedAt = ctx.clock.now()
    expect(copier.getStatus()).toMatchObject({ newestAt: null, failure: { at: failedAt, because } })
    expect(files()).toEqual([])
    ctx.clock.advance(10 * MINUTE_MS)
    await copier.copyIfDue()
    expect(copier.getStatus().failure?.at).toBe(failedAt)
    expect(countLogged('backup copy failed')).toBe(1)
    Bun.spawnSync(['mount', '-t', 'tmpfs', 'tmpfs', stick.place])
    ctx.clock.advance(9 * MINUTE_MS)
    await copier.copyIfDue()
    expect(files()).toEqual([])
    ctx.clock.advance(MINUTE_MS)
    await copier.copyIfDue()
    expect(files()).toHaveLength(1)
    expect(copier.getStatus().failure).toBeNull()
  },
)

testWithDisk('a full and a read-only stick are told, and keep no half copy', async () => {
  mount()
  const copier = createCopier()
  stick.fill()
  await createBackup(ctx.clinic, 'manual')
  await copier.copyIfDue()
  expect(copier.getStatus().failure?.because).toBe('it is full')
  expect(files()).toEqual(['fill'])
  stick.empty()
  stick.makeReadOnly()
  await copier.copyNow()
  expect(copier.getStatus().failure?.because).toStartWith('it can only be read')
  stick.makeWritable()
  await copier.copyNow()
  expect(files()).toHaveLength(1)
})

test('a folder that is not there, and a file in its place, are told', async () => {
  const folder = join(ctx.folder, 'stick')
  const copier = createCopier({ folder })
  await createBackup(ctx.clinic, 'manual')
  await copier.copyNow()
  expect(copier.getStatus().failure?.because).toBe(
    'the stick or the share is not connected (the folder is not there)',
  )
  await expect(runInWorker('findNewestCopy', folder)).rejects.toThrow('the folder is not there')
})

test('while a process hangs on the share, no second one is started', async () => {
  let started = 0
  const copier = createCopier({
    folder: join(ctx.folder, 'share'),
    runWorker: () => {
      started++
      return new Promise(() => {})
    },
    timeoutMs: 1,
  })
  await createBackup(ctx.clinic, 'manual')
  for (let attempt = 0; attempt < 3; attempt++) await copier.copyNow()
  expect(started).toBe(1)
  expect(copier.getStatus().failure?.because).toBe('it does not answer')
})

testWithDisk('a backup of a clock that was wrong once does not keep the others away', async () => {
  mount()
  const copier = createCopier()
  ctx.clock.advance(10 * 365 * 24 * 60 * MINUTE_MS)
  await createBackup(ctx.clinic, 'manual')
  ctx.clock.advance(-10 * 365 * 24 * 60 * MINUTE_MS)
  const path = await createBackup(ctx.clinic, 'manual')
  await copier.copyNow()
  expect(files()).toContain(newestFile(path))
  expect(copier.getStatus().newestAt).toBe(ctx.clock.now())
})

testWithDisk('only copies of this program are removed, by the rule of the backups', async () => {
  mount()
  const copier = createCopier()
  await confirmDate(ctx)
  const manual = (second: number) => `clinic-2026-11-19-1000${second + 10}-manual.db.gz`
  for (let second = 0; second < 12; second++) writeFileSync(join(stick.place, manual(second)), 'x')
  writeFileSync(join(stick.place, 'holiday.jpg'), 'x')
  writeFileSync(join(stick.place, '.clinic-draft-left'), 'x')
  mkdirSync(join(stick.place, 'folder'))
  const path = await createBackup(ctx.clinic, 'manual')
  await copier.copyIfDue()
  const kept = Array.from({ length: 9 }, (_, index) => manual(index + 3))
  expect(files()).toEqual([...kept, newestFile(path), 'folder', 'holiday.jpg'].toSorted())
  const file = newestFile(path)
  const newest = await runInWorker('findNewestCopy', stick.place)
  expect(newest).toEqual({ name: file.replace('.db.gz', ''), file })
})

testWithDisk('a copy is encrypted with the passphrase', async () => {
  mount()
  const copier = createCopier({ passphrase: PASSPHRASE })
  const path = await createBackup(ctx.clinic, 'manual')
  await copier.copyIfDue()
  expect(files()).toEqual([`${newestFile(path)}.age`])
  const copy = readFileSync(join(stick.place, `${newestFile(path)}.age`), 'latin1')
  expect(copy).toStartWith('age-encryption.org/v1\n-> scrypt ')
})

test('an encrypted backup is refused without its passphrase, with another one, and damaged', async () => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(PASSPHRASE)
  // The key costs a second otherwise, each time.
  encrypter.setScryptWorkFactor(2)
  const good = await encrypter.encrypt(readFileSync(await createBackup(ctx.clinic, 'manual')))
  const unpack = (bytes: Uint8Array, passphrase?: string) => {
    const file = join(ctx.folder, 'sent.db.gz.age')
    writeFileSync(file, bytes)
    const into = join(ctx.folder, 'new')
    rmSync(into, { recursive: true, force: true })
    return runInWorker('unpack', { file, into }, { passphrase })
  }
  await unpack(good, PASSPHRASE)
  expect(await getRejectionMessage(unpack(good))).toBe(
    'This backup is encrypted. Its passphrase is needed',
  )
  expect(await getRejectionMessage(unpack(good, 'another passphrase'))).toBe(
    'The passphrase does not fit this backup',
  )
  const changed = Buffer.from(good)
  changed[good.length - 50] = (changed[good.length - 50] ?? 0) ^ 1
  for (const bytes of [changed, good.subarray(0, -100), good.subarray(0, 120)]) {
    expect(await getRejectionMessage(unpack(bytes, PASSPHRASE))).toBe(
      'This backup cannot be used: it was changed, or is cut short',
    )
  }
})
