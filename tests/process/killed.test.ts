import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
