import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createPng } from '../support/files/images.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { connectSocket, signIn, until } from '../support/server/test-server.ts'
import { SLOWNESS } from '../support/time-limit.ts'

const ctx = setUpDataFolder()

test('SIGTERM with open streams ends the program within 3 s and empties the journal', async () => {
  const program = ctx.start()
  const url = await program.url()
  const admin = await signIn(url, ADMIN)
  const { received } = connectSocket(url, { cookie: admin.cookie })
  const stream = await fetch(`${url}/api/events`, { headers: { cookie: admin.cookie } })
  await until('both listen', () => received.length === 1 && stream.ok)
  await admin.register('ali')

  const startedAt = performance.now()
  await program.stop()
  expect(performance.now() - startedAt).toBeLessThan(3_000 * SLOWNESS)
  const journal = join(ctx.folder, 'clinic.db-wal')
  expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0)
})

test('kill -9 during uploads leaves no image in the gallery without its file', async () => {
  const first = ctx.start()
  const url = await first.url()
  const { cookie } = await signIn(url, ADMIN)
  let acknowledged = 0
  const uploading = Array.from({ length: 8 }, async (_, shade) => {
    const body = new FormData()
    body.append(
      'file',
      new File([createPng({ width: 1_000, height: 500, shade, isNoisy: true })], 'photo.png'),
    )
    const request = { method: 'POST', headers: { cookie }, body }
    const sent = await fetch(`${url}/api/media/upload`, request).catch(() => null)
    if (sent?.status === 201) acknowledged++
  })
  await until('some are saved', () => acknowledged > 2)
  await first.end()
  await Promise.all(uploading)

  const again = ctx.start()
  const after = await again.url()
  const admin = await again.admin()
  const { body: items } = await admin.send('GET', '/api/media')
  expect(items.length).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeLessThan(8)
  for (const { id, filename } of items) {
    const headers = { cookie: admin.cookie }
    const file = await fetch(`${after}/api/media/${id}/file`, { headers })
    const hash = new Bun.CryptoHasher('sha256').update(await file.bytes()).digest('hex')
    expect([file.status, filename]).toEqual([200, `${hash}.png`])
  }
})
