import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { App } from '../../server/context.ts'
import { startTestServer, until } from '../support/server/test-server.ts'

test('open requests finish during a shutdown, and new ones are not accepted', async () => {
  const ctx = await startTestServer()
  const nurse = await ctx.nurse()
  const gate = holdWrites(ctx.clinic)
  const inHand = [1, 2, 3].map(n => nurse.register(`p${n}`))
  await until('all three are in hand', () => gate.waiting() === 3)

  const stopping = ctx.serving.stop()
  gate.open()
  const numbers = (await Promise.all(inHand)).map(patient => patient.number)
  expect(numbers.toSorted()).toEqual([1, 2, 3])
  await stopping
  await expect(fetch(`${ctx.url}/healthz`)).rejects.toThrow()
  const rows = await ctx.database.read(db => db.all(sql`select id from patients`))
  expect(rows).toHaveLength(3)
  await ctx.database.close()
})

/** Writes wait, as for a slow disk. */
function holdWrites(clinic: App) {
  const { write } = clinic
  let waiting = 0
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  clinic.write = async work => {
    waiting++
    await opened
    return write(work)
  }
  return { waiting: () => waiting, open: () => open() }
}
