import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/connection/open'
import { findValidToken } from '#db/repositories/api-tokens'
import { listPatients } from '#db/repositories/patients'
import { forgetPatients } from '#db/repositories/patients/forgotten-patients'
import { createPatient } from '#db/repositories/patients/save-patient'
import { listRooms } from '#db/repositories/rooms'
import { listSavedSettings } from '#db/repositories/settings'
import { findDeviceByTokenHash } from '#db/repositories/tv/tv-devices'
import { findUserByName } from '#db/repositories/users'
import { validateRegistration } from '#domain/patients/registration'
import { GOLD_GRADIENT } from '#domain/settings/color-settings'
import { withDefaults } from '#domain/settings/settings'
import { getCurrentDaysAt } from '#domain/time'
import { verifyPassword } from '../../server/security/passwords.ts'
import { getLastUntimedTicket } from '../../server/security/ticket.ts'
import { hashToken } from '../../server/security/tokens.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import contents from '../support/database/1.0.0/contents.json'
import { KUALA_LUMPUR } from '../support/samples.ts'

/** A clinic's data and its backup, made by the program of commit 18f3bf05. */
const FIXTURES = join(import.meta.dirname, '../support/database/1.0.0')
const NOW = '2026-11-25T02:30:00.000Z'
const LISTED = getCurrentDaysAt(NOW, KUALA_LUMPUR)

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-earlier-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const HOLDERS: Record<string, () => Promise<string>> = {
  async data() {
    const file = join(folder, 'clinic.db')
    writeFileSync(file, gunzipSync(readFileSync(join(FIXTURES, 'clinic.db.gz'))))
    return file
  },
  async backup() {
    cpSync(join(FIXTURES, 'backup.db.gz'), join(folder, 'backup.db.gz'))
    await unpack({ file: join(folder, 'backup.db.gz'), into: join(folder, 'unpacked') })
    return join(folder, 'unpacked/clinic.db')
  },
}

test.each(Object.keys(HOLDERS))('the %s of 1.0.0 is opened whole', async kind => {
  database = await openDatabase(`file:${await HOLDERS[kind]?.()}`)
  const { read } = database
  const patients = await read(db => listPatients(db, LISTED))
  const seen = patients.map(({ number, name, status, room, journey }) => ({
    number,
    name,
    status,
    windowId: room?.id ?? null,
    trackingHistory: journey.length,
  }))
  expect(seen).toEqual(contents.patients as typeof seen)
  const rooms = await read(db => listRooms(db, LISTED))
  expect(rooms.map(({ name }) => name)).toEqual(contents.rooms)
  const admin = await read(db => findUserByName(db, 'admin'))
  expect(await verifyPassword('correct horse', admin?.passwordHash)).toBe(true)
  const { tvToken, programToken } = contents
  const tv = await read(db => findDeviceByTokenHash(db, hashToken(tvToken)))
  expect(tv).toMatchObject({ name: 'Hall', options: { names: 'initials', rooms: [2, 4] } })
  expect(await database.write(getLastUntimedTicket)).toBe(patients.at(-1)?.id ?? 0)
  const program = await read(db => findValidToken(db, hashToken(programToken)))
  expect(program?.token).toMatchObject({ scopes: ['register', 'queue', 'reports'] })
})

test('a table that an update builds anew gives no id twice, and every reference is whole', async () => {
  const file = (await HOLDERS.data?.()) ?? ''
  const before = new Sqlite(file)
  before.run("update sqlite_sequence set seq = 1000 where name = 'patients'")
  before.close()
  database = await openDatabase(`file:${file}`)
  const registration = validateRegistration({ name: 'new' })
  const id = await database.write(tx =>
    createPatient(tx, registration, { day: LISTED.today, now: NOW, byUserId: 1 }),
  )
  expect(id).toBe(1001)
  expect(await database.read(db => db.all(sql`pragma foreign_key_check`))).toEqual([])
})

test('a name of 1.0.0 that is forgotten leaves no byte in the database', async () => {
  const file = (await HOLDERS.data?.()) ?? ''
  expect(readFileSync(file).includes('KRISHNA')).toBe(true)
  database = await openDatabase(`file:${file}`)
  const all = await database.read(db => db.query.patients.findMany())
  await database.write(tx =>
    forgetPatients(
      tx,
      all.map(({ id }) => id),
      NOW,
    ),
  )
  await database.checkpointIfDue(60_001)
  for (const { name } of contents.patients) {
    if (name) expect([name, readFileSync(file).includes(name)]).toEqual([name, false])
  }
})

test('a gradient that 1.0.0 showed without one being chosen is shown on, and a chosen one stays', async () => {
  const file = (await HOLDERS.data?.()) ?? ''
  const before = new Sqlite(file)
  const chosen = 'linear-gradient(90deg, #000000 0%, #ffffff 100%)'
  for (const [key, value] of [
    ['headerBackgroundMode', 'gradient'],
    ['callBackgroundMode', 'gradient'],
    ['callBackgroundGradient', chosen],
    ['weatherBackgroundMode', 'solid'],
  ] as const) {
    before.run("insert into settings values (?, ?, 'display', ?)", [key, value, NOW])
  }
  before.close()
  database = await openDatabase(`file:${file}`)
  const settings = withDefaults(await database.read(listSavedSettings))
  expect(settings.headerBackgroundGradient).toBe(GOLD_GRADIENT)
  expect(settings.callBackgroundGradient).toBe(chosen)
  expect(settings.weatherBackgroundGradient).toBe(withDefaults([]).weatherBackgroundGradient)
})
