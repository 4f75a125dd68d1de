import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackup } from '../../server/actions/backups.ts'
import { uploadImage } from '../../server/actions/media.ts'
import { type Part, readTar, writeTar } from '../../server/storage/backup/tar.ts'
import { runInWorker, worker } from '../../server/storage/backup/worker-client.ts'
import { createTestClinic } from '../support/clinic.ts'
import { aPng } from '../support/images.ts'
import { refusalIn } from '../support/refused.ts'

// Each backup is checked in a process of its own.
setDefaultTimeout(30_000)

let folder: string
let good: Buffer
let parts: Part[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-unpack-'))
  const ctx = await createTestClinic()
  await uploadImage(ctx.clinic, {
    bytes: aPng({ width: 9, height: 9 }),
    name: 'x',
    fileName: 'x.png',
  })
  const path = await createBackup(ctx.clinic, 'manual')
  good = readFileSync(path)
  parts = []
  for await (const { name, bytes, content } of readTar(path)) {
    parts.push({ name, bytes, content: Buffer.concat(await Array.fromAsync(content)) })
  }
  await ctx.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What unpacking these bytes is refused with. */
function refused(bytes: Uint8Array) {
  const file = join(folder, 'sent.tar')
  writeFileSync(file, bytes)
  rmSync(join(folder, 'inside'), { recursive: true, force: true })
  const into = join(folder, 'inside/unpacked')
  return refusalIn(worker.unpack(runInWorker, { file, into }))
}

/** The same backup with other parts, packed anew: every checksum of the tar is right. */
async function repacked(change: (part: Part) => Part | Part[]) {
  const path = join(folder, `repacked.tar`)
  rmSync(path, { force: true })
  await writeTar(path, parts.flatMap(change), '2026-11-20T02:00:00.000Z')
  return readFileSync(path)
}

function described(change: (manifest: Record<string, unknown>) => object) {
  return repacked(part => {
    if (part.name !== 'manifest.json') return part
    const before = JSON.parse(Buffer.from(part.content as Uint8Array).toString())
    const content = Buffer.from(JSON.stringify({ ...before, ...change(before) }))
    return { ...part, content, bytes: content.byteLength }
  })
}

const named = (from: string | RegExp, to: string) =>
  repacked(part => ({ ...part, name: part.name.replace(from, to) }))

const CANNOT = 'This backup cannot be used: '

test('a file that is cut short anywhere is refused', async () => {
  for (const share of [0, 0.001, 0.01, 0.5, 0.9, 0.999]) {
    const cut = good.subarray(0, Math.floor(good.length * share))
    expect(await refused(cut)).toStartWith(`${CANNOT}it is cut short`)
  }
})

test('whatever stands behind the end of one is refused', async () => {
  for (const more of [Buffer.from('more'), Buffer.alloc(1024, 'x'), Buffer.alloc(32 * 512)]) {
    expect(await refused(Buffer.concat([good, more]))).toBe(`${CANNOT}something follows its end`)
  }
  expect(await refused(Buffer.concat([good, good]))).toStartWith(CANNOT)
})

test('a part that is gone, or is not as long as it was, is never packed', async () => {
  const [part] = parts.map(part => ({ ...part, content: join(folder, 'part') }))
  if (!part) throw new Error('there is no part')
  for (const [bytes, because] of [
    [undefined, 'ENOENT'],
    [part.bytes - 1, 'Size mismatch'],
    [part.bytes + 1, 'Size mismatch'],
  ] as const) {
    if (bytes) writeFileSync(part.content, Buffer.alloc(bytes))
    const packing = writeTar(join(folder, `${bytes}.tar`), [part, part], '2026-11-20T02:00:00.000Z')
    await expect(packing).rejects.toThrow(because)
  }
})

test('a single changed bit is found, wherever it is', async () => {
  const ends = parts.reduce((at, { bytes }) => at + 512 + Math.ceil(bytes / 512) * 512, 0)
  const places = [0, 130, 600, 1_000, good.length / 3, good.length / 2, ends - 900]
  for (const place of places.map(Math.floor)) {
    const changed = Buffer.from(good)
    changed[place] = (changed[place] ?? 0) ^ 4
    expect({ place, refused: await refused(changed) }).toEqual({
      place,
      refused: expect.stringContaining(CANNOT),
    })
  }
})

test.each([
  ['not a tar at all', 'not a tar at all'],
  ['a bare database', 'SQLite format 3\0'.padEnd(4096, 'x')],
])('%s is no backup', async (_, text) => {
  expect(await refused(Buffer.from(text.padEnd(2048, ' ')))).toBe(
    `${CANNOT}it is no backup of this program`,
  )
})

test.each(['../clinic.db', '/tmp/clinic.db', 'media/../../x', 'other.db', 'media/x.png'])(
  'a part named %j never becomes a path',
  async name => {
    expect(await refused(await named('clinic.db', name))).toBe(
      `${CANNOT}it is not what it says it is`,
    )
    const lying = await described(({ parts }) => ({
      parts: (parts as { name: string }[]).map(part => ({ ...part, name })),
    }))
    expect(await refused(lying)).toBe(`${CANNOT}its description cannot be read`)
    expect(readdirSync(folder).toSorted()).toEqual(['inside', 'repacked.tar', 'sent.tar'])
  },
)

test('a part too many, one too few, and one twice are refused', async () => {
  const isMedia = (part: Part) => part.name.startsWith('media/')
  expect(await refused(await repacked(part => (isMedia(part) ? [] : part)))).toBe(
    `${CANNOT}a part of it is missing`,
  )
  expect(await refused(await repacked(part => (isMedia(part) ? [part, part] : part)))).toBe(
    `${CANNOT}it is not what it says it is`,
  )
})

test('a link, a folder and a device in the archive are refused', async () => {
  for (const kind of ['1', '2', '5', '3', 'L', 'x']) {
    const changed = Buffer.from(good)
    const at = changed.indexOf('clinic.db\0')
    const before = changed[at + 156] ?? 0
    changed.write(kind, at + 156)
    const sum = Number.parseInt(changed.subarray(at + 148, at + 154).toString(), 8)
    const mended = (sum - before + kind.charCodeAt(0)).toString(8).padStart(6, '0')
    changed.write(mended, at + 148)
    expect(await refused(changed)).toBe(`${CANNOT}it holds something that is no file`)
  }
})

test('a description that does not fit its database is refused', async () => {
  const counts = { patients: 5, users: 2, calls: 0 }
  expect(await refused(await described(() => ({ counts })))).toBe(
    `${CANNOT}its database does not match its description`,
  )
  expect(await refused(await described(() => ({ format: 2 })))).toBe(
    `${CANNOT}its description cannot be read`,
  )
})

test('a good one is unpacked whole, even when tar filled it up to its own size', async () => {
  const file = join(folder, 'filled.tar')
  writeFileSync(file, Buffer.concat([good, Buffer.alloc(8 * 512)]))
  const into = join(folder, 'unpacked')
  const manifest = await worker.unpack(runInWorker, { file, into })
  expect(manifest.parts).toHaveLength(2)
  expect(readdirSync(into).toSorted()).toEqual(['clinic.db', 'media'])
  expect(existsSync(join(into, manifest.parts[1]?.name ?? ''))).toBe(true)
})
