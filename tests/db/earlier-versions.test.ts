import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/connection/open'
import { findValidToken } from '#db/repositories/api-tokens'
import { listAppointments } from '#db/repositories/appointments'
import { listPatients } from '#db/repositories/patients'
import { forgetPatients } from '#db/repositories/patients/forgotten-patients'
import { createPatient } from '#db/repositories/patients/save-patient'
import { listQueues } from '#db/repositories/queues'
import { listRooms } from '#db/repositories/rooms'
import { listSavedSettings } from '#db/repositories/settings'
import { findDeviceByTokenHash } from '#db/repositories/tv/tv-devices'
import { findUserByName } from '#db/repositories/users'
import { validateRegistration } from '#domain/patients/registration'
import { GOLD_GRADIENT } from '#domain/settings/color-settings'
import { withDefaults } from '#domain/settings/settings'
import { getCurrentDaysAt } from '#domain/time'
import { verifyPassword } from '../../server/security/passwords.ts'
import { hashToken } from '../../server/security/tokens.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import { KUALA_LUMPUR } from '../support/samples.ts'

type Contents = {
  madeAt: string
  tvToken: string
  kioskToken?: string
  programToken: string
  tv: object
  patients: object[]
  rooms: string[]
  queues?: string[]
  appointments?: object[]
}

/** A clinic's data and its backup of each version, made by `keep-version.ts` or as it does. */
const KEPT = join(import.meta.dirname, '../support/database')
const VERSIONS = readdirSync(KEPT).filter(name => /^\d/.test(name))
const FIRST = '1.0.0'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-earlier-'))
})
afterEach(async () => {
  await database?.close()
  rmSync(folder, { recursive: true })
})

const HOLDERS: Record<string, (version: string) => Promise<string>> = {
  async data(version) {
    const file = join(folder, 'clinic.db')
    writeFileSync(file, gunzipSync(readFileSync(join(KEPT, version, 'clinic.db.gz'))))
    return file
  },
  async backup(version) {
    cpSync(join(KEPT, version, 'backup.db.gz'), join(folder, 'backup.db.gz'))
    await unpack({ file: join(folder, 'backup.db.gz'), into: join(folder, 'unpacked') })
    return join(folder, 'unpacked/clinic.db')
  },
}

const readContents = (version: string): Contents =>
  JSON.parse(readFileSync(join(KEPT, version, 'contents.json'), 'utf8'))

const FIRST_CONTENTS = readContents(FIRST)
const NOW = FIRST_CONTENTS.madeAt
const LISTED = getCurrentDaysAt(NOW, KUALA_LUMPUR)

test('every released version is kept', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## \[(\d\S*)\]/gm)].map(([, version = '']) => version)
  expect(VERSIONS.toSorted()).toEqual(released.toSorted())
})

const EACH = VERSIONS.flatMap(version => Object.keys(HOLDERS).map(kind => [kind, version] as const))

test.each(EACH)('the %s of %s is opened whole', async (kind, version) => {
  const contents = readContents(version)
  const { tvToken, kioskToken, programToken } = contents
  database = await openDatabase(`file:${await HOLDERS[kind]?.(version)}`)
  const { read } = database
  const listed = getCurrentDaysAt(contents.madeAt, KUALA_LUMPUR)
  const patients = await read(db => listPatients(db, listed))
  expect(
    patients.map(({ number, label, name, status, room, journey }) => ({
      ...{ number, label, name, status },
      windowId: room?.id ?? null,
      trackingHistory: journey.length,
    })),
  ).toMatchObject(contents.patients)
  const rooms = await read(db => listRooms(db, listed))
  expect(rooms.map(({ name }) => name)).toEqual(contents.rooms)
  const admin = await read(db => findUserByName(db, 'admin'))
  expect(await verifyPassword('correct horse', admin?.passwordHash)).toBe(true)
  const tv = await read(db => findDeviceByTokenHash(db, hashToken(tvToken)))
  expect(tv).toMatchObject({ name: 'Hall', options: contents.tv })
  const program = await read(db => findValidToken(db, hashToken(programToken)))
  expect(program?.token).toMatchObject({ scopes: ['register', 'queue', 'reports'] })
  const queues = await read(listQueues)
  expect(queues.map(({ name }) => name)).toEqual(contents.queues ?? [])
  if (kioskToken === undefined) return
  const kiosk = await read(db => findDeviceByTokenHash(db, hashToken(kioskToken)))
  expect(kiosk).toMatchObject({ name: 'Entrance', kind: 'kiosk' })
  const appointments = await read(db => listAppointments(db, listed.today))
  const seen = appointments.map(({ time, name, patient }) => ({
    ...{ time, name },
    hasCome: patient !== null,
  }))
  expect(seen).toEqual(contents.appointments as typeof seen)
})

test('a table that an update builds anew gives no id twice, and every reference is whole', async () => {
  const file = (await HOLDERS.data?.(FIRST)) ?? ''
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
  const file = (await HOLDERS.data?.(FIRST)) ?? ''
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
  for (const { name } of FIRST_CONTENTS.patients as { name: string | null }[]) {
    if (name) expect([name, readFileSync(file).includes(name)]).toEqual([name, false])
  }
})

test('a gradient that 1.0.0 showed without one being chosen is shown on, and a chosen one stays', async () => {
  const file = (await HOLDERS.data?.(FIRST)) ?? ''
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
