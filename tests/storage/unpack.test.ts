import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@libsql/client'
import { createBackup } from '../../server/actions/backups.ts'
import { uploadImage } from '../../server/actions/media.ts'
import { type Part, readTar, writeTar } from '../../server/storage/backup/tar.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import { runInWorker, worker } from '../../server/storage/backup/worker-client.ts'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { createPng } from '../support/files/images.ts'
import { createTestClinic } from '../support/server/test-clinic.ts'

let folder: string
let unpackings = 0
let zipped: Buffer
/** The same as versions before gzip wrote it. */
let good: Buffer
let parts: Part[]

beforeAll(async () => {
  const ctx = await createTestClinic()
  await uploadImage(ctx.clinic, {
    bytes: createPng({ width: 9, height: 9 }),
    name: 'x',
    fileName: 'x.png',
  })
  const path = await createBackup(ctx.clinic, 'manual')
  zipped = readFileSync(path)
  good = gunzipSync(zipped)
  parts = []
  for await (const { name, bytes, content } of readTar(path, 'manifest.json')) {
    parts.push({ name, bytes, content: Buffer.concat(await Array.fromAsync(content)) })
  }
  await ctx.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-unpack-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The error message from unpacking these bytes. */
function getError(bytes: Uint8Array) {
  const file = join(folder, 'sent.tar')
  writeFileSync(file, bytes)
  // Never into the same folder twice: libSQL closes a database only when its process ends.
  const into = join(folder, `inside/${unpackings++}`)
  return getRejectionMessage(unpack({ file, into }))
}

/** The same backup with other parts; every checksum of the tar is right. */
async function repack(change: (part: Part) => Part | Part[]) {
  const path = join(folder, `repacked.tar`)
  rmSync(path, { force: true })
  await writeTar(path, parts.flatMap(change), '2026-11-20T02:00:00.000Z')
  return gunzipSync(readFileSync(path))
}

function withManifest(change: (manifest: Record<string, unknown>) => object) {
  return repack(part => {
    if (part.name !== 'manifest.json') return part
    const before = JSON.parse(Buffer.from(part.content as Uint8Array).toString())
    const content = Buffer.from(JSON.stringify({ ...before, ...change(before) }))
    return { ...part, content, bytes: content.byteLength }
  })
}

const rename = (from: string | RegExp, to: string) =>
  repack(part => ({ ...part, name: part.name.replace(from, to) }))

const PREFIX = 'This backup cannot be used: '

test.each([0, 0.001, 0.01, 0.5, 0.9, 0.999])(
  'a file cut at %p of its length is rejected',
  async share => {
    for (const whole of [good, zipped]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      expect(await getError(cut)).toStartWith(`${PREFIX}it is cut short`)
    }
  },
)

// Each of these files is read by a process of its own.
test.each([
  ['a word', Buffer.from('more')],
  ['a block of letters', Buffer.alloc(1024, 'x')],
  ['empty blocks', Buffer.alloc(32 * 512)],
])('%s after the end of a backup is rejected', async (_, more) => {
  const extended = Buffer.concat([good, more])
  for (const bytes of [extended, gzipSync(extended)]) {
    expect(await getError(bytes)).toBe(`${PREFIX}it has extra data after its end`)
  }
  expect(await getError(Buffer.concat([zipped, more]))).toStartWith(PREFIX)
})

test('a flood of data and a second backup after the end are rejected', async () => {
  const flood = Buffer.concat([good, Buffer.alloc(64 * 1024 * 1024)])
  expect(await getError(gzipSync(flood))).toBe(`${PREFIX}it has extra data after its end`)
  expect(await getError(Buffer.concat([good, good]))).toStartWith(PREFIX)
})

test('a part that is missing or has another size is not packed', async () => {
  const [part] = parts.map(part => ({ ...part, content: join(folder, 'part') }))
  if (!part) throw new Error('there is no part')
  for (const [bytes, reason] of [
    [undefined, 'ENOENT'],
    [part.bytes - 1, 'Size mismatch'],
    [part.bytes + 1, 'Size mismatch'],
  ] as const) {
    if (bytes) writeFileSync(part.content, Buffer.alloc(bytes))
    const packing = writeTar(join(folder, `${bytes}.tar`), [part, part], '2026-11-20T02:00:00.000Z')
    await expect(packing).rejects.toThrow(reason)
  }
})

const PLACES: [where: string, find: (end: number) => number][] = [
  ['at the start', () => 0],
  ['at byte 130', () => 130],
  ['at byte 600', () => 600],
  ['at byte 1000', () => 1_000],
  ['after a third', () => good.length / 3],
  ['in the middle', () => good.length / 2],
  ['near the end', end => end - 900],
]

test.each(PLACES)('a single changed bit is found %s', async (_, getPlace) => {
  const end = parts.reduce((at, { bytes }) => at + 512 + Math.ceil(bytes / 512) * 512, 0)
  const place = Math.floor(getPlace(end))
  expect(await getError(flipBit(good, place))).toContain(PREFIX)
})

// The bytes before the tenth are gzip's own time and system, which change nothing.
test.each([0.0001, 0.01, 0.3, 0.5, 0.9, 0.9999])(
  'a changed bit of a gzipped file is found at %p of its length',
  async share => {
    const place = Math.max(10, Math.floor(zipped.length * share))
    expect(await getError(flipBit(zipped, place))).toStartWith(PREFIX)
  },
)

function flipBit(bytes: Buffer, place: number) {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 4
  return changed
}

test.each([
  ['a file', 'not a tar at all', 'it is not a backup of this program'],
  ['a database', 'SQLite format 3\0'.padEnd(4096, 'x'), 'its database cannot be opened'],
])('%s of nonsense is rejected', async (_, text, reason) => {
  expect(await getError(Buffer.from(text.padEnd(2048, ' ')))).toBe(PREFIX + reason)
})

test.each(['../clinic.db', '/tmp/clinic.db', 'media/../../x', 'other.db', 'media/x.png'])(
  'a part named %j never becomes a path',
  async name => {
    expect(await getError(await rename('clinic.db', name))).toBe(
      `${PREFIX}it does not match its description`,
    )
    const forged = await withManifest(({ parts }) => ({
      parts: (parts as { name: string }[]).map(part => ({ ...part, name })),
    }))
    expect(await getError(forged)).toBe(`${PREFIX}its description cannot be read`)
    expect(readdirSync(folder).toSorted()).toEqual(['inside', 'repacked.tar', 'sent.tar'])
  },
)

test('an extra, a missing and a duplicate part are rejected', async () => {
  const isMedia = (part: Part) => part.name.startsWith('media/')
  expect(await getError(await repack(part => (isMedia(part) ? [] : part)))).toBe(
    `${PREFIX}a part of it is missing`,
  )
  expect(await getError(await repack(part => (isMedia(part) ? [part, part] : part)))).toBe(
    `${PREFIX}it does not match its description`,
  )
})

test.each(['1', '2', '5', '3', 'L', 'x'])(
  'an entry of the archive that is no file is rejected: kind %s',
  async kind => {
    const changed = Buffer.from(good)
    const at = changed.indexOf('clinic.db\0')
    const before = changed[at + 156] ?? 0
    changed.write(kind, at + 156)
    const sum = Number.parseInt(changed.subarray(at + 148, at + 154).toString(), 8)
    const checksum = (sum - before + kind.charCodeAt(0)).toString(8).padStart(6, '0')
    changed.write(checksum, at + 148)
    expect(await getError(changed)).toBe(`${PREFIX}it contains something that is not a file`)
  },
)

test('a manifest that does not match its database is rejected', async () => {
  const counts = { patients: 5, users: 2, calls: 0 }
  expect(await getError(await withManifest(() => ({ counts })))).toBe(
    `${PREFIX}its database does not match its description`,
  )
  expect(await getError(await withManifest(() => ({ format: 2 })))).toBe(
    `${PREFIX}its description cannot be read`,
  )
})

/** A backup that is right in every way, but for what these statements change in its database. */
async function withDatabase(...statements: string[]) {
  const file = join(folder, 'changed.db')
  const packed = parts.find(({ name }) => name === 'clinic.db')
  writeFileSync(file, packed?.content ?? '')
  const client = createClient({ url: pathToFileURL(file).href })
  for (const statement of statements) await client.execute(statement)
  const content = readFileSync(file)
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  const bytes = content.byteLength
  const isDatabase = ({ name }: Named) => name === 'clinic.db'
  return repackDescribed(
    part => (isDatabase(part) ? { ...part, bytes, content } : part),
    part => (isDatabase(part) ? { ...part, bytes, sha256 } : part),
  )
}

type Named = { name: string }

/** The same backup with other parts, as its description says. */
function repackDescribed(
  change: (part: Part) => Part | Part[],
  changeDescribed: (part: Named) => Named | Named[],
) {
  return repack(part => {
    if (part.name !== 'manifest.json') return change(part)
    const manifest = JSON.parse(Buffer.from(part.content as Uint8Array).toString())
    const described = { ...manifest, parts: manifest.parts.flatMap(changeDescribed) }
    const content = Buffer.from(JSON.stringify(described))
    return { ...part, content, bytes: content.byteLength }
  })
}

test.each([
  ['a trigger', 'create trigger x after insert on patients begin delete from calls; end'],
  ['a view', 'create view x as select * from users'],
  ['a table', 'create table x (y text)'],
  ['an index', 'create index x on patients (name)'],
  ['a column', 'alter table patients add x text'],
])('a database with %s of its own is rejected', async (_, statement) => {
  expect(await getError(await withDatabase(statement))).toBe(
    `${PREFIX}its tables are not those of this program`,
  )
})

test('a database without one of its indices is rejected', async () => {
  const query = `select name from sqlite_master where type = 'index' and sql is not null limit 1`
  const file = join(folder, 'looked-at.db')
  writeFileSync(file, parts.find(({ name }) => name === 'clinic.db')?.content ?? '')
  const { rows } = await createClient({ url: pathToFileURL(file).href }).execute(query)
  expect(await getError(await withDatabase(`drop index "${rows[0]?.[0]}"`))).toBe(
    `${PREFIX}its tables are not those of this program`,
  )
})

test("a database with SQLite's own statistics is unpacked", async () => {
  const file = join(folder, 'sent.tar')
  writeFileSync(file, await withDatabase('analyze'))
  const manifest = await worker.unpack(runInWorker, { file, into: join(folder, 'unpacked') })
  expect(manifest?.parts).toHaveLength(2)
})

test('a backup of an older version is upgraded and unpacked', async () => {
  const file = join(folder, 'sent.tar')
  writeFileSync(file, good)
  const migrations = createLaterMigrations(folder, 1)
  const input = { file, into: join(folder, 'unpacked'), migrations }
  expect((await worker.unpack(runInWorker, input))?.parts).toHaveLength(2)
})

test.each(['clinic.db', 'media/'])('a backup with %s twice is rejected', async start => {
  const double = <Part extends Named>(part: Part) =>
    part.name.startsWith(start) ? [part, part] : part
  expect(await getError(await repackDescribed(double, double))).toBe(
    `${PREFIX}its description cannot be read`,
  )
})

test('a bare database whose newest changes are in a journal beside it is not unpacked half', async () => {
  const file = join(folder, 'bare.db')
  writeFileSync(file, 'SQLite format 3\0')
  writeFileSync(`${file}-wal`, 'changes')
  const unpacking = worker.unpack(runInWorker, { file, into: join(folder, 'unpacked') })
  expect(await getRejectionMessage(unpacking)).toBe(
    `${PREFIX}its newest changes are in the file beside it that ends in -wal`,
  )
})

test('another failure is told by its own words', async () => {
  const input = { file: join(folder, 'nothing.tar'), into: join(folder, 'inside') }
  await expect(worker.unpack(runInWorker, input)).rejects.toThrow(/^ENOENT/)
})

test('an intact backup is unpacked, even with the padding of the tar command', async () => {
  const file = join(folder, 'padded.tar')
  writeFileSync(file, Buffer.concat([good, Buffer.alloc(8 * 512)]))
  const into = join(folder, 'unpacked')
  const manifest = await worker.unpack(runInWorker, { file, into })
  expect(manifest?.parts).toHaveLength(2)
  expect(readdirSync(into).toSorted()).toEqual(['clinic.db', 'media'])
  expect(existsSync(join(into, manifest?.parts[1]?.name ?? ''))).toBe(true)
})
