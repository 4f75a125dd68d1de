import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { listFilesInUse, listMedia } from '#db/repositories/media'
import { cleanUp } from '../../server/actions/cleanup.ts'
import { deleteMedia, uploadImage } from '../../server/actions/media.ts'
import { saveSettings } from '../../server/actions/settings.ts'
import type { App } from '../../server/context.ts'
import { getMediaItem, getSettings } from '../../server/queries/settings.ts'
import { createPng } from '../support/files/images.ts'
import { createTestClinic, type TestClinic } from '../support/server/test-clinic.ts'

const HOUR_MS = 60 * 60_000
let ctx: TestClinic

beforeEach(async () => {
  ctx = await createTestClinic()
})
afterEach(() => ctx.close())

const png = (shade = 0) => ({ bytes: createPng({ shade }), fileName: `photo ${shade}.png` })
const upload = (shade = 0, clinic: App = ctx.clinic) => uploadImage(clinic, png(shade))
const uploadLogo = () => uploadImage(ctx.clinic, { ...png(), name: 'clinic-logo' })
const files = () => readdirSync(ctx.mediaFolder).toSorted()
const rows = () => ctx.database.read(listMedia)
const fill = (count: number) =>
  ctx.database.write(tx =>
    tx.run(sql`insert into media (type, name, filename, url, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select 'video', 'v', '', 'https://example.org/v.mp4', '' from n`),
  )

/** As if it had happened two hours ago. */
function age(name: string) {
  const then = (Date.now() - 2 * HOUR_MS) / 1000
  utimesSync(join(ctx.mediaFolder, name), then, then)
}

async function everyRowHasItsFile() {
  for (const filename of await ctx.database.read(listFilesInUse)) {
    const content = readFileSync(join(ctx.mediaFolder, filename))
    const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect(filename).toBe(`${hash}.png`)
  }
}

test('an image is saved under the hash of its content, readable by its owner only', async () => {
  const item = await upload()
  expect(files()).toEqual([item.filename])
  await everyRowHasItsFile()
  expect(statSync(join(ctx.mediaFolder, item.filename)).mode & 0o077).toBe(0)
})

test('a file that a crash left without a row is deleted an hour later', async () => {
  const crashing = { ...ctx.clinic, write: () => Promise.reject(new Error('power cut')) }
  await expect(upload(0, crashing)).rejects.toThrow('power cut')
  const [orphan = ''] = files()
  expect(orphan).toEndWith('.png')
  expect(await rows()).toEqual([])

  await cleanUp(ctx.clinic)
  expect(files()).toEqual([orphan])
  age(orphan)
  await cleanUp(ctx.clinic)
  expect(files()).toEqual([])
})

test('a partial file of a crash is deleted an hour later; a file of a person is not', async () => {
  const draft = `${crypto.randomUUID()}.part`
  for (const name of [draft, 'notes.txt']) {
    writeFileSync(join(ctx.mediaFolder, name), 'half')
    age(name)
  }
  const young = `${crypto.randomUUID()}.part`
  writeFileSync(join(ctx.mediaFolder, young), 'half')
  await cleanUp(ctx.clinic)
  expect(files()).toEqual([young, 'notes.txt'].toSorted())
})

test('a file that a row refers to is never deleted, however old it is', async () => {
  const { filename } = await upload()
  const { filename: logo } = await uploadImage(ctx.clinic, { ...png(1), name: 'clinic-logo' })
  age(filename)
  age(logo)
  await cleanUp(ctx.clinic)
  expect(files()).toEqual([filename, logo].toSorted())
})

test('a file that cannot be written leaves no row', async () => {
  rmSync(ctx.mediaFolder, { recursive: true })
  writeFileSync(ctx.mediaFolder, 'a file where the folder should be')
  await expect(upload()).rejects.toThrow('EEXIST')
  expect(await rows()).toEqual([])
})

test('a deleted media folder is created again', async () => {
  rmSync(ctx.mediaFolder, { recursive: true })
  await cleanUp(ctx.clinic)
  const { filename } = await upload()
  expect(files()).toEqual([filename])
})

test('only images are saved in the folder', async () => {
  const { mediaStorage } = ctx.clinic
  await expect(mediaStorage.save(createPng(), 'text/html')).rejects.toThrow(
    'not the name of a stored file',
  )
  await expect(mediaStorage.find('../clinic.db')).rejects.toThrow('not the name of a stored file')
  await expect(mediaStorage.delete('../clinic.db')).rejects.toThrow('not the name of a stored file')
  expect(files()).toEqual([])
})

test('items with the same content share one file until the last of them is deleted', async () => {
  const [one, two] = await Promise.all([upload(), upload()])
  expect(one.id).not.toBe(two.id)
  expect(files()).toEqual([one.filename])

  await deleteMedia(ctx.clinic, one.id)
  expect(files()).toEqual([two.filename])
  await deleteMedia(ctx.clinic, two.id)
  expect(files()).toEqual([])
})

test('concurrent uploads, deletions and cleanups never leave a row without its file', async () => {
  for (let round = 0; round < 20; round++) {
    const before = await upload()
    age(before.filename)
    await Promise.all([
      deleteMedia(ctx.clinic, before.id),
      upload(),
      cleanUp(ctx.clinic),
      upload().then(item => deleteMedia(ctx.clinic, item.id)),
    ])
    await everyRowHasItsFile()
  }
  expect(await rows()).toHaveLength(20)
})

test('there are at most 500 items, and a rejected upload leaves no file', async () => {
  await fill(499)
  const responses = await Promise.allSettled([upload(1), upload(2)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(upload(3)).rejects.toThrow('There are 500 media items already.')
  expect(await rows()).toHaveLength(500)
  const names = await ctx.database.read(listFilesInUse)
  expect(names.size).toBe(1)
})

test('deleting the logo removes it from the screens with one event', async () => {
  const logo = await uploadLogo()
  const value = `/api/media/${logo.id}/file`
  await saveSettings(ctx.clinic, [
    { key: 'clinicLogo', value, category: 'display' },
    { key: 'showClinicLogo', value: 'true', category: 'display' },
  ])
  ctx.published.length = 0
  await deleteMedia(ctx.clinic, logo.id)
  expect(await getSettings(ctx.clinic)).toMatchObject({ clinicLogo: '', showClinicLogo: 'false' })
  const keys = ['media', 'clinicLogo', 'showClinicLogo']
  expect(ctx.published).toEqual([{ event: 'settings:updated', payload: { keys } }])
})

test('deleting another image keeps the logo', async () => {
  const logo = await uploadLogo()
  const value = `/api/media/${logo.id}/file`
  await saveSettings(ctx.clinic, [{ key: 'clinicLogo', value, category: 'display' }])
  const other = await upload()
  await deleteMedia(ctx.clinic, other.id)
  expect(await getSettings(ctx.clinic)).toMatchObject({ clinicLogo: value })
  expect(files()).toEqual([logo.filename])
})

test('a logo that was replaced or never saved is deleted a day later', async () => {
  const [old, never, current] = [await uploadLogo(), await uploadLogo(), await uploadLogo()]
  const value = `/api/media/${current.id}/file`
  await saveSettings(ctx.clinic, [{ key: 'clinicLogo', value, category: 'display' }])
  ctx.clock.advance(23 * HOUR_MS)
  await cleanUp(ctx.clinic)
  expect(await getMediaItem(ctx.clinic, old.id)).not.toBeNull()
  ctx.clock.advance(2 * HOUR_MS)
  await cleanUp(ctx.clinic)
  expect(await getMediaItem(ctx.clinic, old.id)).toBeNull()
  expect(await getMediaItem(ctx.clinic, never.id)).toBeNull()
  expect(await getMediaItem(ctx.clinic, current.id)).toMatchObject({ isLogo: true })
})
