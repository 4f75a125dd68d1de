import { beforeEach, expect, test } from 'bun:test'
import { createReadCache, type ReadCache } from '#db/connection/read-cache'

let version = 0
let at = Date.parse('2026-11-20T02:00:00.000Z')
let reads: string[] = []
let cached: ReadCache

/** As of a database server, whose version rises with each question. */
const createCache = () =>
  createReadCache(
    () => ++version,
    () => new Date(at).toISOString(),
  )
const read = (name: string) => async () => reads.push(name)

beforeEach(() => {
  reads = []
  cached = createCache()
})

test('on a database server only reads that ignore writes are kept', async () => {
  for (const _ of [1, 2]) {
    await cached('patients', read('patients'), ['patients'])
    await cached('forecaster', read('forecaster'), [])
    await cached('past waits', read('past waits'), [], '2026-11-20')
  }
  expect(reads).toEqual(['patients', 'forecaster', 'past waits', 'patients'])
})

test('a read lasts until the next minute, and one with a turn of its own until that changes', async () => {
  const readBoth = async (day: string) => {
    await cached('forecaster', read('forecaster'), [])
    await cached('past waits', read('past waits'), [], day)
  }
  await readBoth('2026-11-20')
  at += 60_000
  await readBoth('2026-11-20')
  expect(reads).toEqual(['forecaster', 'past waits', 'forecaster'])
  await readBoth('2026-11-21')
  expect(reads.slice(3)).toEqual(['past waits'])
})

test('many names of clients do not push out a read with a turn of its own', async () => {
  await cached('past waits', read('past waits'), [], '2026-11-20')
  for (let n = 0; n < 2_500; n++) await cached(`session ${n}`, async () => null)
  await cached('past waits', read('past waits'), [], '2026-11-20')
  expect(reads).toEqual(['past waits'])
})

test('a read that failed is tried again', async () => {
  const fail = () => cached('patients', () => Promise.reject(new Error('away')), [])
  await expect(fail()).rejects.toThrow('away')
  await cached('patients', read('patients'), [])
  expect(reads).toEqual(['patients'])
})
