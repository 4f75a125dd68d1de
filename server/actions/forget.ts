import { setImmediate } from 'node:timers/promises'
import type { Query } from '#db/connection/query'
import { forgetAppointmentOf, forgetAppointments } from '#db/repositories/appointments'
import { findAnyPatient, findPatients } from '#db/repositories/patients'
import { forgetPatients, listRemembered } from '#db/repositories/patients/forgotten-patients'
import { deleteMark, findMark, readSettings, saveMark } from '#db/repositories/settings'
import { FORGOTTEN_APPOINTMENTS as MARK } from '#db/schema/marks'
import { DomainError } from '#domain/errors'
import { fold } from '#domain/fold'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import { KEEP_ALL } from '#domain/settings/setting-types'
import { addDays, getClinicDay } from '#domain/time'
import type { App } from '../context.ts'
import { createMac, createRandomId } from '../security/tokens.ts'
import type { Tx } from '../write.ts'
import { toStepped } from './patient-steps.ts'

/** `now` must not be doubtful: see `isDateDoubtful`. */
export async function forgetOldNames(app: App, now: string) {
  const { keepNamesDays } = await app.read(readSettings)
  if (keepNamesDays === KEEP_ALL) return 0
  const today = getClinicDay(now, app.config.timeZone)
  const before = addDays(today, -Number(keepNamesDays))
  await app.write(tx => forgetAppointments(tx, before, today))
  let count = 0
  for (;;) {
    const ids = await app.read(db => listRemembered(db, before, today))
    if (ids.length === 0) return count
    await app.write(tx => forgetPatients(tx, ids, now))
    count += ids.length
    // Requests can be answered between two parts.
    await setImmediate()
  }
}

export async function forgetPatient({ db, now, days }: Tx, id: number, seen: Seen = {}) {
  const before = await findAnyPatient(db, id)
  if (!before) throw new DomainError('Patient not found', { status: 404 })
  assertNotStale(before, seen)
  await forgetPatients(db, [id], now)
  const appointment = await forgetAppointmentOf(db, id)
  if (appointment) await rememberForgotten(db, appointment)
  const patient = (await findAnyPatient(db, id)) ?? before
  const patients = await findPatients(db, [id], days)
  return { patient, change: patients.map(toStepped) }
}

const SALT_BYTES = 32

/** `key` is a MAC of the folded name, so a repeated list cannot bring the name back. */
type Forgotten = { salt: string; names: { day: string; id: number; key: string }[] }
type Named = { id: number; day: string; name: string | null }

async function read(db: Query): Promise<Forgotten> {
  try {
    const stored: Forgotten = JSON.parse((await findMark(db, MARK)) ?? '')
    if (Array.isArray(stored.names) && typeof stored.salt === 'string') return stored
  } catch {
    // Nothing was forgotten, or a restored backup was written by hand.
  }
  return { salt: createRandomId(SALT_BYTES), names: [] }
}

/** Ignores punctuation, because another list may write "SITI-NUR" for "SITI NUR". */
const toKey = ({ salt }: Forgotten, name: string) =>
  createMac({ cookieSecret: salt }, toLetters(name)).toString('base64url')

const toLetters = (name: string) => fold(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '') || fold(name)

async function rememberForgotten(db: Query, { id, day, name }: Named) {
  if (name === null) return
  const forgotten = await read(db)
  const names = [...forgotten.names, { day, id, key: toKey(forgotten, name) }]
  await saveMark(db, MARK, JSON.stringify({ ...forgotten, names }))
}

export async function readForgotten(db: Query, day: string) {
  const forgotten = await read(db)
  const names = forgotten.names.filter(one => one.day === day)
  return { names, toKey: (name: string) => (names.length > 0 ? toKey(forgotten, name) : undefined) }
}

/** Drops names of earlier days, because lists of earlier days cannot be sent again. */
export async function dropForgottenBefore(db: Query, day: string) {
  const forgotten = await read(db)
  const names = forgotten.names.filter(one => one.day >= day)
  if (names.length === forgotten.names.length) return
  if (names.length === 0) await deleteMark(db, MARK)
  else await saveMark(db, MARK, JSON.stringify({ ...forgotten, names }))
}
