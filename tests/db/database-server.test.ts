import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { isConstraintError } from '#db/connection/errors'
import { knownMigrations, MIGRATIONS, NewerSchemaError } from '#db/connection/migrate'
import { type Database, openDatabase } from '#db/connection/open'
import { deleteUnusedParts } from '#db/repositories/media'
import { createPatient } from '#db/repositories/patients/save-patient'
import { seedDatabase } from '#db/repositories/seed'
import { getOrCreateSecret } from '#db/repositories/settings'
import { validateRegistration } from '#domain/patients/registration'
import { createLongReads, LONG_READS_COMMAND } from '../../server/long-reads/client.ts'
import { createMediaStorage } from '../../server/storage/media-storage.ts'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import { libsqlProblem, startLibsqlServer } from '../support/network/libsql-server.ts'
import { aTimeZone } from '../support/samples.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { describeUnless } from '../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const PARTS = 'select count(*) from media_parts'
const BY = { day: '2026-11-20', now: TEN_O_CLOCK, byUserId: 1 }
const ALI = validateRegistration({ name: 'ALI' })

describeUnless(libsqlProblem)('a database on a server', () => {
  let server: Awaited<ReturnType<typeof startLibsqlServer>>
  let machines: Database[]

  beforeAll(async () => {
    server = await startLibsqlServer()
    // All at once on an empty database.
    machines = await Promise.all([1, 2, 3].map(() => openDatabase(server.url)))
  })
  afterAll(async () => {
    for (const machine of machines ?? []) await machine.close()
    await server.close()
  })
  const machine = (index: number) => {
    const found = machines[index % machines.length]
    if (!found) throw new Error('no machine is there')
    return found
  }
  const rows = (query: string) => machine(0).read(db => db.all<object>(sql.raw(query)))
  const readNumbers = async (query: string) =>
    (await rows(query)).map(row => Number(Object.values(row)[0]))

  test('machines that start together migrate and seed it once', async () => {
    const applied = await readNumbers('select created_at from __drizzle_migrations order by 1')
    expect(applied).toEqual(knownMigrations(MIGRATIONS))
    const filled = await Promise.all(
      machines.map(one => one.write(tx => seedDatabase(tx, 'hash', TEN_O_CLOCK))),
    )
    expect(filled.toSorted()).toEqual([false, false, true])
    expect(await rows('select name from rooms')).toHaveLength(3)
  })

  test('all machines sign with the same key', async () => {
    const getKey = (one: Database) => one.write(tx => getOrCreateSecret(tx, 'cookie'))
    expect(new Set(await Promise.all(machines.map(getKey))).size).toBe(1)
  })

  test('machines that register at once give each patient a unique number, without gaps', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => machine(n).write(tx => createPatient(tx, ALI, BY))),
    )
    const numbers = await readNumbers('select number from patients order by number')
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  test('it enforces its constraints, with their names in the errors', async () => {
    for (const broken of [
      `insert into rooms (name, is_permanent) values ('room 1', 0)`,
      `insert into journey (patient_id, action, timestamp) values (99999, 'called', 'now')`,
      `update patients set status = 'asleep' where id = 1`,
    ]) {
      const refused = await machine(0)
        .write(tx => tx.run(sql.raw(broken)))
        .catch(cause => cause)
      expect({ broken, isConstraint: isConstraintError(refused) }).toEqual({
        broken,
        isConstraint: true,
      })
    }
  })

  test('a transaction is saved completely or not at all', async () => {
    const failing = machine(0).write(async tx => {
      await tx.run(sql`update patients set name = 'CHANGED' where id = 1`)
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    expect(await rows('select name from patients where id = 1')).toEqual([{ name: 'ALI' }])
  })

  // The server gives a transaction five seconds.
  test('a machine that dies during a transaction delays the others by seconds only', async () => {
    const died = createClient({ url: server.url })
    const transaction = await died.transaction('write')
    await transaction.execute(`update patients set name = 'LOST' where id = 3`)
    const id = await machine(0).write(tx => createPatient(tx, ALI, BY))
    expect(id).toBeGreaterThan(60)
    await expect(transaction.commit()).rejects.toThrow()
    died.close()
    expect(await rows('select name from patients where id = 3')).toEqual([{ name: 'ALI' }])
  })

  test('a picture is stored in parts, read on another machine, and deleted when unused', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const large = Buffer.concat(Array.from({ length: 60 }, () => bytes))
    const store = (machine: Database) =>
      createMediaStorage({ ...machine, now: () => new Date().toISOString() })
    const [one, two] = [store(machine(0)), store(machine(1))]
    const filename = await one.save(large, 'image/png')
    const parts = Math.ceil(large.length / (256 * 1024))
    expect(await two.save(large, 'image/png')).toBe(filename)
    expect(await readNumbers(PARTS)).toEqual([parts])
    const sent = await two.read(filename, { from: 1, to: 3_000_000 })
    expect(large.subarray(1, 3_000_001).equals(sent)).toBe(true)

    await two.deleteUnused(Date.now())
    expect(await readNumbers(PARTS)).toEqual([parts])
    await machine(0).write(tx => deleteUnusedParts(tx, Date.now() + 1))
    expect(await readNumbers(PARTS)).toEqual([0])
  })

  test('a newer version migrates it once, and then the older one rejects it', async () => {
    const later = createLaterMigrations(server.folder, 2)
    const newer = await Promise.all(
      [1, 2].map(() => openDatabase(server.url, { migrations: later })),
    )
    expect(await rows(`select 1 from sqlite_master where name like 'later%'`)).toHaveLength(2)
    for (const one of newer) await one.close()
    await expect(openDatabase(server.url)).rejects.toThrow(NewerSchemaError)
  })

  test('is read by a process of its own, which asks the server', async () => {
    const [{ count } = { count: -1 }] = await machine(0).read(db =>
      db.all<{ count: number }>(sql`select count(*) as count from patients where day = ${BY.day}`),
    )
    const reads = createLongReads({
      database: machine(0),
      timeZone: aTimeZone('Asia/Kuala_Lumpur'),
      log: () => {},
      server: { url: server.url },
      command: [...PROGRAM, LONG_READS_COMMAND],
    })
    const input = { from: BY.day, to: BY.day, by: 'day', targetMinutes: 60 } as const
    const { rows } = await reads.readLong('report', input)
    await reads.close()
    expect(rows.map(({ n }) => n)).toEqual(count > 0 ? [count] : [])
  })
})
