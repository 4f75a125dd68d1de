import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Clinic } from '../../server/context.ts'
import { aServer, until } from '../support/server.ts'

test('requests in hand are finished before the doors close, new ones are not taken', async () => {
  const it = await aServer()
  const nurse = await it.nurse()
  const gate = holdWrites(it.clinic)
  const inHand = [1, 2, 3].map(n => nurse.register(`p${n}`))
  await until('all three are in hand', () => gate.waiting() === 3)

  const stopping = it.serving.stop()
  gate.open()
  const numbers = (await Promise.all(inHand)).map(patient => patient.number)
  expect(numbers.toSorted()).toEqual([1, 2, 3])
  await stopping
  await expect(fetch(`${it.url}/healthz`)).rejects.toThrow()
  const rows = await it.database.read(db => db.all(sql`select id from patients`))
  expect(rows).toHaveLength(3)
  await it.database.close()
})

/** Writes wait at a gate, as they would for a slow disk. */
function holdWrites(clinic: Clinic) {
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
