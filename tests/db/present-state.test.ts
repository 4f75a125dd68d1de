import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/connection/open'
import { findUnreadable } from '#db/connection/trial-read'
import { createApiToken, deleteApiToken, findValidToken } from '#db/repositories/api-tokens'
import { addAppointments, forgetAppointments } from '#db/repositories/appointments'
import { saveAuditEntry } from '#db/repositories/audit-entries'
import { forgetPatients } from '#db/repositories/patients/forgotten-patients'
import { createPatient } from '#db/repositories/patients/save-patient'
import { applyPresentState } from '#db/repositories/present/present-state'
import { finishRestore, readSequences } from '#db/repositories/restore'
import { findMark, saveMark } from '#db/repositories/settings'
import {
  createDevice,
  findDeviceByTokenHash,
  revokeDevice,
  updateDevice,
} from '#db/repositories/tv/tv-devices'
import { createUser, deleteUser, updateUser } from '#db/repositories/users'
import { appointments, patients, tvDevices, users } from '#db/schema/index'
import { CLEANUP_DAY, COOKIE_SECRET, FORGOTTEN_APPOINTMENTS } from '#db/schema/marks'
import { type Actor, COMMAND_LINE, NOBODY, toAuditEntry } from '#domain/audit/audit-entry'
import { describeKept } from '#domain/backups/kept-state'
import { validateRegistration } from '#domain/patients/registration'

const AT = '2026-11-20T02:00:00.000Z'
const LATER = '2026-11-21T02:00:00.000Z'
const DAY = '2026-11-20'

let folder: string
let count = 0
let clinic: Database
const opened: Database[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-present-'))
  clinic = await open(join(folder, 'clinic.db'))
  await clinic.write(tx => saveMark(tx, COOKIE_SECRET, 'this clinic'))
  await addUser('admin', 'admin')
  await addUser('nurse')
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  rmSync(folder, { recursive: true })
})

async function open(file: string) {
  const database = await openDatabase(`file:${file}`)
  opened.push(database)
  return database
}

/** The program writes a line about each change. */
async function change<T>(
  work: (tx: Parameters<Parameters<Database['write']>[0]>[0]) => Promise<T>,
) {
  return clinic.write(async tx => {
    await saveAuditEntry(tx, toAuditEntry(NOBODY, { action: 'settings changed' }, AT))
    return work(tx)
  })
}

async function backUp() {
  const file = join(folder, `backup-${count++}.db`)
  await clinic.read(db => db.run(sql`vacuum into ${file}`))
  return file
}

/** Returns the sentences of the answer. */
async function restore(backup: string, by: Actor = COMMAND_LINE) {
  const file = join(folder, `restored-${count++}.db`)
  copyFileSync(backup, file)
  const restored = await open(file)
  const sequences = await clinic.read(readSequences)
  const kept = await clinic.read(present =>
    restored.write(tx => applyPresentState(tx, present, { by, at: LATER })),
  )
  await restored.write(tx => finishRestore(tx, sequences))
  clinic = restored
  return kept && describeKept(kept)
}

const addUser = (username: string, role: 'admin' | 'user' = 'user') =>
  change(tx => createUser(tx, { username, role, passwordHash: 'then', createdAt: AT }))
const addTv = (tokenHash: string, kind: 'tv' | 'kiosk' = 'tv') =>
  change(tx => createDevice(tx, { userId: 1, kind, name: tokenHash, createdAt: AT, tokenHash }))
const addProgram = (tokenHash: string) =>
  change(tx =>
    createApiToken(tx, { userId: 1, name: 'P', scopes: ['queue'], tokenHash, createdAt: AT }),
  )
const register = (name: string, phone: string | null = null) =>
  change(tx =>
    createPatient(tx, validateRegistration({ name, phone }), {
      ...{ day: DAY, now: AT, byUserId: null },
    }),
  )

const isTvValid = async (hash: string) =>
  (await clinic.read(db => findDeviceByTokenHash(db, hash))) !== null
const isProgramValid = async (hash: string) =>
  (await clinic.read(db => findValidToken(db, hash))) !== null
const listUsers = () =>
  clinic.read(db =>
    db
      .select({
        name: users.username,
        role: users.role,
        isActive: users.isActive,
        hash: users.passwordHash,
      })
      .from(users),
  )
const listPatients = () =>
  clinic.read(db => db.select({ name: patients.name, phone: patients.phone }).from(patients))

test('revoked TVs, kiosks and programs stay revoked, and the others work', async () => {
  const ids = []
  for (const hash of ['hall', 'lab', 'bay']) ids.push((await addTv(hash)).id)
  const kiosk = await addTv('door', 'kiosk')
  const program = await addProgram('robot')
  await addProgram('board')
  const backup = await backUp()
  for (const id of [...ids.slice(1), kiosk.id]) await change(tx => revokeDevice(tx, id, LATER))
  await change(tx => deleteApiToken(tx, program))
  expect(await restore(backup)).toEqual([
    '2 revoked TVs stay revoked',
    '1 revoked kiosk stays revoked',
    '1 removed connected system stays removed',
  ])
  const tvs = await Promise.all(['hall', 'lab', 'bay', 'door'].map(isTvValid))
  expect(tvs).toEqual([true, false, false, false])
  expect([await isProgramValid('robot'), await isProgramValid('board')]).toEqual([false, true])
  const revoked = await clinic.read(db =>
    db.select().from(tvDevices).where(eq(tvDevices.name, 'lab')),
  )
  expect(revoked).toMatchObject([{ revokedAt: LATER }])
})

test('a link that was renewed since works, and the old one does not', async () => {
  const { id } = await addTv('old link')
  const backup = await backUp()
  await change(tx => updateDevice(tx, id, { tokenHash: 'new link' }))
  expect(await restore(backup)).toEqual(['1 renewed link stays renewed'])
  expect([await isTvValid('old link'), await isTvValid('new link')]).toEqual([false, true])
})

test('deactivated and deleted users, changed roles and passwords are as they are now', async () => {
  const left = await addUser('left')
  await addUser('gone')
  await addUser('boss', 'admin')
  const tv = await change(tx =>
    createDevice(tx, { userId: 4, kind: 'tv', name: 'x', createdAt: AT, tokenHash: 'of gone' }),
  )
  const backup = await backUp()
  await change(tx => updateUser(tx, left.id, { isActive: false }))
  await change(tx => updateUser(tx, 1, { passwordHash: 'now' }))
  await change(tx => deleteUser(tx, 4))
  await change(tx => deleteUser(tx, 5))
  await change(tx =>
    createUser(tx, { username: 'Boss', role: 'user', passwordHash: 'now', createdAt: LATER }),
  )
  expect(tv.id).toBe(1)
  expect(await restore(backup)).toEqual([
    '1 revoked TV stays revoked',
    '1 deactivated user stays deactivated',
    '1 deleted user stays deleted',
    '1 changed role stays changed',
    '2 changed passwords stay changed',
  ])
  expect(await listUsers()).toEqual([
    { name: 'admin', role: 'admin', isActive: true, hash: 'now' },
    { name: 'nurse', role: 'user', isActive: true, hash: 'then' },
    { name: 'left', role: 'user', isActive: false, hash: 'then' },
    { name: 'boss', role: 'user', isActive: true, hash: 'now' },
  ])
})

test('rights that were added since are gone, as a restore says', async () => {
  const backup = await backUp()
  await addUser('new')
  await addTv('hall')
  await addTv('door', 'kiosk')
  expect(await restore(backup)).toEqual(['Added after the backup and gone: 1 user, 1 TV, 1 kiosk'])
  expect(await isTvValid('hall')).toBe(false)
})

test('a user who was active only later is inactive again, but the one who restores is not', async () => {
  await change(tx => updateUser(tx, 2, { isActive: false }))
  const backup = await backUp()
  await change(tx => updateUser(tx, 2, { isActive: true, role: 'admin', passwordHash: 'now' }))
  await change(tx => updateUser(tx, 1, { isActive: false }))
  const { id } = await change(tx =>
    createUser(tx, { username: 'new', role: 'admin', passwordHash: 'own', createdAt: LATER }),
  )
  const again = await backUp()
  await restore(backup, { user: { id, username: 'new' }, address: null })
  expect(await listUsers()).toEqual([
    { name: 'admin', role: 'admin', isActive: false, hash: 'then' },
    { name: 'nurse', role: 'user', isActive: false, hash: 'now' },
    { name: 'new', role: 'admin', isActive: true, hash: 'own' },
  ])
  await restore(again, { user: { id: 2, username: 'nurse' }, address: null })
  expect((await listUsers())[1]).toMatchObject({ role: 'user', isActive: false })
})

test('names, reasons and phone numbers that were removed since are removed again', async () => {
  const ali = await register('ali', '0123456789')
  await register('mei', '0198765432')
  const siti = await register('siti')
  const came = { day: DAY, time: '09:00', name: 'ALI', queueId: null, queueName: null }
  await change(tx => addAppointments(tx, [came, { ...came, day: '2026-11-18', name: 'OLD' }]))
  await change(tx => tx.update(appointments).set({ patientId: ali }).where(eq(appointments.id, 1)))
  await change(tx =>
    tx.run(sql`update journey set requeue_reason = 'XRAY' where patient_id = ${ali}`),
  )
  const backup = await backUp()
  await change(tx => forgetPatients(tx, [ali], AT))
  await change(tx => tx.update(patients).set({ phone: null }).where(eq(patients.id, 2)))
  await change(tx => tx.update(patients).set({ name: null }).where(eq(patients.id, siti)))
  await change(tx => forgetAppointments(tx, DAY, DAY))
  expect(await restore(backup)).toEqual([
    '3 removed names stay removed',
    '2 removed phone numbers stay removed',
  ])
  expect(await listPatients()).toEqual([
    { name: null, phone: null },
    { name: 'MEI', phone: null },
    { name: null, phone: null },
  ])
  for (const text of ['ALI', 'OLD', 'XRAY', '0123456789']) {
    const rows = await clinic.read(async db => [
      await db.select().from(appointments),
      await db.all(sql`select * from patients join journey on patient_id = patients.id`),
    ])
    expect([text, JSON.stringify(rows).includes(text)]).toEqual([text, false])
  }
})

test('a name that was forgotten in a list since is still known to be forgotten', async () => {
  const backup = await backUp()
  const names = Array.from({ length: 500 }, (_, id) => ({ day: DAY, id, key: 'k'.repeat(43) }))
  const keys = JSON.stringify({ salt: 's', names })
  await change(tx => saveMark(tx, FORGOTTEN_APPOINTMENTS, keys))
  await restore(backup)
  expect(await clinic.read(db => findMark(db, FORGOTTEN_APPOINTMENTS))).toBe(keys)
  const hash = await Bun.password.hash('secret words')
  await change(tx => tx.update(users).set({ passwordHash: hash }))
  // A long list of them does not make a backup unusable.
  expect(await findUnreadable(await backUp())).toBeNull()
})

test('the day of the last clean-up stays, so that no date needs to be confirmed', async () => {
  await change(tx => saveMark(tx, CLEANUP_DAY, '2026-10-01'))
  const backup = await backUp()
  await change(tx => saveMark(tx, CLEANUP_DAY, DAY))
  await restore(backup)
  expect(await clinic.read(db => findMark(db, CLEANUP_DAY))).toBe(DAY)
})

test('a name that was removed, and another one typed since, does not come back', async () => {
  const id = await register('wrong name')
  const backup = await backUp()
  await change(tx => forgetPatients(tx, [id], AT))
  await change(tx => tx.update(patients).set({ name: 'RIGHT' }).where(eq(patients.id, id)))
  await restore(backup)
  expect(await listPatients()).toEqual([{ name: null, phone: null }])
})

test('the same backup again changes nothing, and going back brings back what was not revoked', async () => {
  const before = await backUp()
  const hall = await addTv('hall')
  await addTv('lab')
  await addUser('new')
  const ali = await register('ali')
  await register('mei')
  const full = await backUp()
  await change(tx => revokeDevice(tx, hall.id, LATER))
  await change(tx => forgetPatients(tx, [ali], AT))
  await change(tx => updateUser(tx, 3, { passwordHash: 'now' }))
  const safety = await backUp()

  expect(await restore(before)).toEqual(['Added after the backup and gone: 1 user, 1 TV'])
  expect(await restore(before)).toEqual([])
  for (const backup of [full, safety, full]) {
    await restore(backup)
    expect([await isTvValid('hall'), await isTvValid('lab')]).toEqual([false, true])
    expect((await listUsers())[2]).toMatchObject({ name: 'new', hash: 'now', isActive: true })
    expect((await listPatients()).map(({ name }) => name)).toEqual([null, 'MEI'])
  }
})

test('an id that was given twice is another person, TV or appointment', async () => {
  await addTv('hall')
  await register('ali')
  const backup = await backUp()
  await change(tx => tx.update(tvDevices).set({ createdAt: LATER, tokenHash: 'other' }))
  await change(tx => tx.update(patients).set({ registeredAt: LATER, name: null }))
  expect(await restore(backup)).toEqual([
    '1 revoked TV stays revoked',
    'Added after the backup and gone: 1 TV',
  ])
  expect((await listPatients()).map(({ name }) => name)).toEqual(['ALI'])
})

test.each(['of another clinic', 'older than the backup'])('data %s revoke nothing', async kind => {
  const { id } = await addTv('hall')
  const old = await backUp()
  await addUser('new')
  const backup = await backUp()
  if (kind === 'of another clinic') {
    await change(tx => revokeDevice(tx, id, LATER))
    await clinic.write(tx => saveMark(tx, COOKIE_SECRET, 'another clinic'))
  } else clinic = await open(old)
  expect(await restore(backup)).toBeNull()
  expect(await isTvValid('hall')).toBe(true)
  expect(await listUsers()).toHaveLength(3)
})
