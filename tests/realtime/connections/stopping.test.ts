import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { holdWrites } from '../../support/server/hold-writes.ts'
import { startTestServer, until } from '../../support/server/test-server.ts'

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
  await ctx.close()
})
