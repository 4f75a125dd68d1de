import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listMedia } from '#db/repositories/media'
import { mediaParts } from '#db/schema/index'
import { listValues } from '#domain/settings/settings'
import { HOUR_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import type { App } from '../../server/context.ts'
import { getMediaItem, getSettings } from '../../server/queries/settings.ts'
import { createPng } from '../support/files/images.ts'
import { deleteMedia, saveSettings, uploadImage } from '../support/server/actions.ts'
import { withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()

const png = (shade = 0) => ({ bytes: createPng({ shade }), fileName: `photo ${shade}.png` })
const upload = (shade = 0, clinic: App = ctx.clinic) => uploadImage(clinic, png(shade))
const uploadLogo = () => uploadImage(ctx.clinic, { ...png(), name: 'clinic-logo' })
const files = async () =>
  (await ctx.database.read(db => db.selectDistinct({ name: mediaParts.filename }).from(mediaParts)))
    .map(({ name }) => name)
    .toSorted()
const rows = () => ctx.database.read(listMedia)
const fill = (count: number) =>
  ctx.database.write(tx =>
    tx.run(sql`insert into media (type, name, filename, url, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select 'video', 'v', '', 'https://example.org/v.mp4', '' from n`),
  )

/** All files become two hours old. */
const age = () => ctx.clock.advance(2 * HOUR_MS)

async function everyRowHasItsFile() {
  for (const { id } of await rows()) {
    const item = await getMediaItem(ctx.clinic, id)
    const range = { from: 0, to: (item?.bytes ?? 0) - 1 }
    const { filename } = item ?? { filename: '' }
    const content = await ctx.clinic.mediaStorage.read(filename, range)
    const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect(filename).toBe(`${hash}.png`)
  }
}

test('a file that a crash left without a row is deleted an hour later', async () => {
  const crashing = { ...ctx.clinic, write: () => Promise.reject(new Error('power cut')) }
  await expect(upload(0, crashing)).rejects.toThrow('power cut')
  const [orphan = ''] = await files()
  expect(orphan).toEndWith('.png')
  expect(await rows()).toEqual([])

  await cleanUp(ctx.clinic)
  expect(await files()).toEqual([orphan])
  age()
  await cleanUp(ctx.clinic)
  expect(await files()).toEqual([])
})

test('items with the same content share one file until the last of them is deleted', async () => {
  const [one, two] = await Promise.all([upload(), upload()])
  expect(one.id).not.toBe(two.id)
  age()
  await deleteMedia(ctx.clinic, one.id)
  await cleanUp(ctx.clinic)
  expect(await files()).toEqual([two.filename])
  await deleteMedia(ctx.clinic, two.id)
  await cleanUp(ctx.clinic)
  expect(await files()).toEqual([])
})

test('an upload of a file that was just deleted keeps it', async () => {
  const before = await upload()
  age()
  await deleteMedia(ctx.clinic, before.id)
  await Promise.all([upload(), cleanUp(ctx.clinic)])
  await cleanUp(ctx.clinic)
  await everyRowHasItsFile()
})

test('others save between the parts of an upload, and between those of a picture that is sent', async () => {
  const { mediaStorage, write } = ctx.clinic
  const order: string[] = []
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const large = Buffer.concat(Array.from({ length: 20 }, () => bytes))
  const saving = mediaStorage.save(large, 'image/png').then(saved => {
    order.push('saved')
    return saved
  })
  await write(async () => order.push('another write'))
  const filename = await saving

  const sent = mediaStorage.read(filename, { from: 0, to: large.length - 1 }).then(all => {
    order.push('sent')
    return all
  })
  await write(async () => order.push('a third'))
  expect(large.equals(await sent)).toBe(true)
  expect(order).toEqual(['another write', 'saved', 'a third', 'sent'])
})

test('there are at most 500 items, and a rejected upload leaves no file', async () => {
  await fill(499)
  const responses = await Promise.allSettled([upload(1), upload(2)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(upload(3)).rejects.toThrow('There are 500 media items already.')
  expect(await rows()).toHaveLength(500)
  age()
  await cleanUp(ctx.clinic)
  expect(await files()).toHaveLength(1)
})

test('deleting the logo, and no other image, removes it from the screens with one event', async () => {
  const logo = await uploadLogo()
  const value = `/api/media/${logo.id}/file`
  await saveSettings(ctx.clinic, listValues({ clinicLogo: value, showClinicLogo: 'true' }))
  await deleteMedia(ctx.clinic, (await upload(1)).id)
  expect(await getSettings(ctx.clinic)).toMatchObject({ clinicLogo: value })
  ctx.published.length = 0
  await deleteMedia(ctx.clinic, logo.id)
  expect(await getSettings(ctx.clinic)).toMatchObject({ clinicLogo: '', showClinicLogo: 'false' })
  expect(ctx.published).toEqual([
    { event: 'settings:updated', payload: { keys: ['media', 'clinicLogo', 'showClinicLogo'] } },
  ])
})

test('a logo that was replaced or never saved is deleted a day later', async () => {
  const [old, never, current] = [await uploadLogo(), await uploadLogo(), await uploadLogo()]
  const value = `/api/media/${current.id}/file`
  await saveSettings(ctx.clinic, listValues({ clinicLogo: value }))
  ctx.clock.advance(23 * HOUR_MS)
  await cleanUp(ctx.clinic)
  expect(await getMediaItem(ctx.clinic, old.id)).not.toBeNull()
  ctx.clock.advance(2 * HOUR_MS)
  await cleanUp(ctx.clinic)
  expect(await getMediaItem(ctx.clinic, old.id)).toBeNull()
  expect(await getMediaItem(ctx.clinic, never.id)).toBeNull()
  expect(await getMediaItem(ctx.clinic, current.id)).toMatchObject({ isLogo: true })
  age()
  await cleanUp(ctx.clinic)
  expect(await files()).toEqual([current.filename])
})
