import { setImmediate } from 'node:timers/promises'
import { forgetAppointmentOf, forgetAppointments } from '#db/repositories/appointments'
import { findAnyPatient, findPatients } from '#db/repositories/patients'
import { forgetPatients, listRemembered } from '#db/repositories/patients/forgotten-patients'
import { readSettings } from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import { KEEP_ALL } from '#domain/settings/setting-types'
import { addDays, getClinicDay } from '#domain/time'
import type { App } from '../context.ts'
import type { Tx } from '../write.ts'
import { rememberForgotten } from './forgotten-names.ts'
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
    // Parts are small, so requests can be answered between them.
    await setImmediate()
  }
}

/** Works for all patients, including deleted patients and patients of past days. */
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
