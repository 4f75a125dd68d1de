import type { Query } from '#db/connection/query'
import { countRowsFromNow, countStepsFrom } from '#db/repositories/ages'
import { listValidTokenIds } from '#db/repositories/api-tokens'
import { deleteAuditBefore } from '#db/repositories/audit-entries'
import { deleteOldAnswers } from '#db/repositories/idempotency-keys'
import { deleteOldLogos } from '#db/repositories/media'
import { listStaleHolds } from '#db/repositories/patients'
import { deletePhonesBefore, deletePhonesOfDeleted } from '#db/repositories/patients/phones'
import { saveState } from '#db/repositories/patients/save-patient'
import { forgetOldUndoableSteps } from '#db/repositories/patients/undoable-steps'
import { deleteExpiredQrSessions } from '#db/repositories/qr-sessions'
import {
  deleteExpiredSessions,
  listExpiredConnectionNames,
  listValidConnectionNames,
} from '#db/repositories/sessions'
import { readSettings, saveMark } from '#db/repositories/settings'
import { listDevices } from '#db/repositories/tv/tv-devices'
import { SOUND_HEARD } from '#db/schema/marks'
import { NOBODY } from '#domain/audit/audit-entry'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { getTvSessionId } from '#domain/display/tv-device'
import { parseMediaId } from '#domain/media/media'
import { toState } from '#domain/patients/patient'
import { getTokenSession } from '#domain/programs/api-token'
import { isAway } from '#domain/queue/lists'
import { endVisit, UNDO_TTL_MS } from '#domain/queue/transitions'
import { isHeld, isSteady, type SteadyDate } from '#domain/steady-date'
import { DAY_MS, getClinicDay, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'
import type { App } from '../../context.ts'
import { SESSION_TTL_MS } from '../../security/session.ts'
import { UNUSED_MAX_AGE_MS } from '../../storage/media-storage.ts'
import { write } from '../../write.ts'
import { forgetOldNames } from '../forget.ts'
import { dropForgottenBefore } from '../forgotten-names.ts'
import { endQr } from '../qr-login.ts'

const AUDIT_MAX_AGE_MS = YEAR_MS
const UNUSED_LOGO_MAX_AGE_MS = DAY_MS
/** For so long the clock must have gone on steadily before the phone numbers of a day go. */
const PHONE_DATE_MS = HOUR_MS

/** A wrong clock must not make anything old: what goes by age waits until the date has held. */
export async function cleanUp(app: App) {
  const { optimize, date: watch, mediaStorage, tv } = app
  const { date } = await write(app, NOBODY, async ({ db }) => {
    const date = await watch.record(db)
    const at = date.wallAt
    const now = before(at, 0)
    if (isHeld(date, MINUTE_MS)) await countStepsFrom(db, before(at, MINUTE_MS), now)
    if (isHeld(date, UNDO_TTL_MS)) await forgetOldUndoableSteps(db, before(at, UNDO_TTL_MS))
    if (isHeld(date)) {
      await countRowsFromNow(db, at, SESSION_TTL_MS)
      await deleteOld(db, at)
    }
    // Who did nothing for so long must not go on listening, whatever becomes of the session.
    const sessions = await (isHeld(date) ? deleteExpiredSessions : listExpiredConnectionNames)(
      db,
      at,
    )
    if (isHeld(date, UNDO_TTL_MS)) await deletePhonesOfDeleted(db, before(at, UNDO_TTL_MS), now)
    const phones = await deleteOldPhones(app, db, date)
    if (isHeld(date))
      await dropForgottenBefore(db, getClinicDay(before(at, 0), app.config.timeZone))
    const ids = isHeld(date, QR_TTL_MS) ? await deleteExpiredQrSessions(db, at) : []
    if (tv.receipts.hasPlayed()) await saveMark(db, SOUND_HEARD, now)
    const qrs = ids.map(id => endQr(id, 'qr:expired', {}))
    const ended = [...sessions, ...qrs.flatMap(qr => qr.ended)]
    const written = { date, ended, direct: qrs.flatMap(qr => qr.direct) }
    return phones > 0 ? { ...written, change: [{ kind: 'all' as const }] } : written
  })
  if (isHeld(date, UNUSED_MAX_AGE_MS)) await mediaStorage.deleteUnused(date.wallAt)
  if (isHeld(date)) {
    const forgotten = await forgetOldNames(app, date)
    if (forgotten > 0) app.log('info', 'old names removed', { patients: forgotten })
  }
  await optimize()
}

/**
 * Of how many patients, at the end of their day; some may still be listed. A clock that was set on by
 * mistake has an hour, or up to four after a jump that looks like a night, in which it can be put
 * right.
 */
async function deleteOldPhones({ config }: App, tx: Query, date: SteadyDate) {
  if (!isSteady(date, PHONE_DATE_MS)) return 0
  const today = getClinicDay(before(date.wallAt, 0), config.timeZone)
  return deletePhonesBefore(tx, today, isHeld(date))
}

async function deleteOld(tx: Query, at: number) {
  await deleteOldAnswers(tx, at)
  await deleteUnusedLogos(tx, at)
  await closeStaleHolds(tx, before(at, 0))
  await deleteAuditBefore(tx, before(at, AUDIT_MAX_AGE_MS), before(at, 0))
}

function before(at: number, ageMs: number) {
  return new Date(at - ageMs).toISOString()
}

/** Who was still on hold when their day ended did not come; who was away had been seen. */
async function closeStaleHolds(tx: Query, now: string) {
  for (const patient of await listStaleHolds(tx, now)) {
    const step = isAway(patient)
      ? { patient, state: { ...toState(patient), hold: null }, entry: null }
      : endVisit(patient, 'no-show', now)
    await saveState(tx, step, null)
  }
}

/** A logo that was replaced or never saved is on no list where someone could delete it. */
async function deleteUnusedLogos(tx: Query, at: number) {
  const { clinicLogo } = await readSettings(tx)
  await deleteOldLogos(tx, before(at, UNUSED_LOGO_MAX_AGE_MS), parseMediaId(clinicLogo))
}

/**
 * Disconnects clients whose session ended, or became a display's, in another process, in case its
 * message was missed.
 */
export async function dropEndedSessions({ read, channel, now }: App) {
  const ids = channel.getLocalSessions()
  if (ids.length === 0) return
  const valid = new Set(await read(db => listValidSessions(db, Date.parse(now()))))
  channel.endSessions(ids.filter(id => !valid.has(id)))
}

/** The session of each staff member, TV and program that may have a live connection. */
async function listValidSessions(db: Query, at: number): Promise<string[]> {
  const tvs = await listDevices(db)
  return [
    ...(await listValidConnectionNames(db, at)),
    ...tvs.map(tv => getTvSessionId(tv.id)),
    ...(await listValidTokenIds(db)).map(getTokenSession),
  ]
}
