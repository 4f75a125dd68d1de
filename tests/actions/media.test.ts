import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { filesInUse, mediaItems } from '#db/repositories/media'
import { sweep } from '../../server/actions/cleanup.ts'
import { deleteMedia, uploadImage } from '../../server/actions/media.ts'
import { saveSettings } from '../../server/actions/settings.ts'
import type { Clinic } from '../../server/context.ts'
import { lookAtMediaItem, lookAtSettings } from '../../server/queries/queue.ts'
import { aClinic, type TestClinic } from '../support/clinic.ts'
import { aPng } from '../support/images.ts'

const HOUR_MS = 60 * 60_000
let it: TestClinic

beforeEach(async () => {
  it = await aClinic()
})
afterEach(() => it.close())

const png = (shade = 0) => ({ bytes: aPng({ shade }), fileName: `photo ${shade}.png` })
const upload = (shade = 0, clinic: Clinic = it.clinic) => uploadImage(clinic, png(shade))
const uploadLogo = () => uploadImage(it.clinic, { ...png(), name: 'clinic-logo' })
const files = () => readdirSync(it.mediaFolder).toSorted()
const rows = () => it.database.read(mediaItems)
const fill = (count: number) =>
  it.database.write(tx =>
    tx.run(sql`insert into media (type, name, filename, url, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select 'video', 'v', '', 'https://example.org/v.mp4', '' from n`),
  )

/** As if it had happened two hours ago. */
function age(name: string) {
  const then = (Date.now() - 2 * HOUR_MS) / 1000
  utimesSync(join(it.mediaFolder, name), then, then)
}

async function everyRowHasItsFile() {
  for (const filename of await it.database.read(filesInUse)) {
    const content = readFileSync(join(it.mediaFolder, filename))
    const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect(filename).toBe(`${hash}.png`)
  }
}

test('an image is kept under the name of its content, for nobody else on this machine', async () => {
  const item = await upload()
  expect(files()).toEqual([item.filename])
  await everyRowHasItsFile()
  expect(statSync(join(it.mediaFolder, item.filename)).mode & 0o077).toBe(0)
})

test('a crash between file and row leaves a file, which is swept an hour later', async () => {
  const crashing = { ...it.clinic, write: () => Promise.reject(new Error('power cut')) }
  await expect(upload(0, crashing)).rejects.toThrow('power cut')
  const [orphan = ''] = files()
  expect(orphan).toEndWith('.png')
  expect(await rows()).toEqual([])

  await sweep(it.clinic)
  expect(files()).toEqual([orphan])
  age(orphan)
  await sweep(it.clinic)
  expect(files()).toEqual([])
})

test('half a file of a crash is swept an hour later; what a person put there is not', async () => {
  const draft = `${crypto.randomUUID()}.part`
  for (const name of [draft, 'notes.txt']) {
    writeFileSync(join(it.mediaFolder, name), 'half')
    age(name)
  }
  const young = `${crypto.randomUUID()}.part`
  writeFileSync(join(it.mediaFolder, young), 'half')
  await sweep(it.clinic)
  expect(files()).toEqual([young, 'notes.txt'].toSorted())
})

test('a file that a row needs is never swept, however old', async () => {
  const { filename } = await upload()
  const { filename: logo } = await uploadImage(it.clinic, { ...png(1), name: 'clinic-logo' })
  age(filename)
  age(logo)
  await sweep(it.clinic)
  expect(files()).toEqual([filename, logo].toSorted())
})

test('a file that cannot be written leaves no row', async () => {
  rmSync(it.mediaFolder, { recursive: true })
  writeFileSync(it.mediaFolder, 'a file where the folder should be')
  await expect(upload()).rejects.toThrow('EEXIST')
  expect(await rows()).toEqual([])
})

test('a folder that somebody took away is made again', async () => {
  rmSync(it.mediaFolder, { recursive: true })
  await sweep(it.clinic)
  const { filename } = await upload()
  expect(files()).toEqual([filename])
})

test('nothing but an image has a place in the folder', async () => {
  const { mediaStore } = it.clinic
  await expect(mediaStore.keep(aPng(), 'text/html')).rejects.toThrow('no name of a stored file')
  await expect(mediaStore.find('../clinic.db')).rejects.toThrow('no name of a stored file')
  await expect(mediaStore.discard('../clinic.db')).rejects.toThrow('no name of a stored file')
  expect(files()).toEqual([])
})

test('one content needs one file, as long as one item needs it', async () => {
  const [one, two] = await Promise.all([upload(), upload()])
  expect(one.id).not.toBe(two.id)
  expect(files()).toEqual([one.filename])

  await deleteMedia(it.clinic, one.id)
  expect(files()).toEqual([two.filename])
  await deleteMedia(it.clinic, two.id)
  expect(files()).toEqual([])
})

test('uploads, deletions and sweeps of one content at once never leave a row without its file', async () => {
  for (let round = 0; round < 20; round++) {
    const before = await upload()
    age(before.filename)
    await Promise.all([
      deleteMedia(it.clinic, before.id),
      upload(),
      sweep(it.clinic),
      upload().then(item => deleteMedia(it.clinic, item.id)),
    ])
    await everyRowHasItsFile()
  }
  expect(await rows()).toHaveLength(20)
})

test('there are at most 500 items; what is refused leaves no file', async () => {
  await fill(499)
  const answers = await Promise.allSettled([upload(1), upload(2)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(upload(3)).rejects.toThrow('There are 500 media items already.')
  expect(await rows()).toHaveLength(500)
  const names = await it.database.read(filesInUse)
  expect(names.size).toBe(1)
})

test('deleting the logo takes it off the screens, and says so once', async () => {
  const logo = await uploadLogo()
  const value = `/api/media/${logo.id}/file`
  await saveSettings(it.clinic, [
    { key: 'clinicLogo', value, category: 'display' },
    { key: 'showClinicLogo', value: 'true', category: 'display' },
  ])
  it.said.length = 0
  await deleteMedia(it.clinic, logo.id)
  expect(await lookAtSettings(it.clinic)).toMatchObject({ clinicLogo: '', showClinicLogo: 'false' })
  const keys = ['media', 'clinicLogo', 'showClinicLogo']
  expect(it.said).toEqual([{ event: 'settings:updated', payload: { keys } }])
})

test('deleting another image leaves the logo alone', async () => {
  const logo = await uploadLogo()
  const value = `/api/media/${logo.id}/file`
  await saveSettings(it.clinic, [{ key: 'clinicLogo', value, category: 'display' }])
  const other = await upload()
  await deleteMedia(it.clinic, other.id)
  expect(await lookAtSettings(it.clinic)).toMatchObject({ clinicLogo: value })
  expect(files()).toEqual([logo.filename])
})

test('a logo that was replaced or never saved is forgotten a day later', async () => {
  const [old, never, current] = [await uploadLogo(), await uploadLogo(), await uploadLogo()]
  const value = `/api/media/${current.id}/file`
  await saveSettings(it.clinic, [{ key: 'clinicLogo', value, category: 'display' }])
  it.clock.advance(23 * HOUR_MS)
  await sweep(it.clinic)
  expect(await lookAtMediaItem(it.clinic, old.id)).not.toBeNull()
  it.clock.advance(2 * HOUR_MS)
  await sweep(it.clinic)
  expect(await lookAtMediaItem(it.clinic, old.id)).toBeNull()
  expect(await lookAtMediaItem(it.clinic, never.id)).toBeNull()
  expect(await lookAtMediaItem(it.clinic, current.id)).toMatchObject({ isLogo: true })
})
