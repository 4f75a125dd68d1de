import type { Query } from '#db/connection/query'
import { countRowsFromNow, countStepsFrom } from '#db/repositories/ages'
import { listValidTokenIds } from '#db/repositories/api-tokens'
import { deleteAuditBefore } from '#db/repositories/audit-entries'
import { deleteOldAnswers } from '#db/repositories/idempotency-keys'
import { deleteOldLogos } from '#db/repositories/media'
import { listStaleHolds } from '#db/repositories/patients'
import {
  deletePhonesBefore,
  deletePhonesOfDeleted,
} from '#db/repositories/patients/forgotten-patients'
import { saveState } from '#db/repositories/patients/save-patient'
import { forgetOldUndoableSteps } from '#db/repositories/patients/undoable-steps'
import { deleteExpiredQrSessions } from '#db/repositories/qr-sessions'
import {
  deleteExpiredSessions,
  listExpiredSessionIds,
  listValidSessionIds,
} from '#db/repositories/sessions'
import { readSettings, saveMark } from '#db/repositories/settings'
import { listDevices } from '#db/repositories/tv/tv-devices'
import { CLEANUP_DAY, SOUND_HEARD } from '#db/schema/marks'
import { NOBODY } from '#domain/audit/audit-entry'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { getTvSessionId } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { parseMediaId } from '#domain/media/media'
import { toState } from '#domain/patients/patient'
import { getTokenSession } from '#domain/programs/api-token'
import { isAway } from '#domain/queue/lists'
import { endVisit, UNDO_TTL_MS } from '#domain/queue/transitions'
import { DAY_MS, formatLongDay, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'
import type { App } from '../../context.ts'
import { readClock, readDate } from '../../queries/system/clock.ts'
import { SESSION_TTL_MS } from '../../security/session.ts'
import { UNUSED_MAX_AGE_MS } from '../../storage/media-storage.ts'
import type { Tx } from '../../write.ts'
import { write } from '../../write.ts'
import { dropForgottenBefore, forgetOldNames } from '../forget.ts'
import { endQr } from '../qr-login.ts'

const AUDIT_MAX_AGE_MS = YEAR_MS
const UNUSED_LOGO_MAX_AGE_MS = DAY_MS
/** Time to correct a wrong clock before rows and phone numbers are deleted. */
const STEADY_MS = HOUR_MS

/** Deletes nothing by age while the date waits for Confirm date. */
export async function cleanUp(app: App) {
  const { optimize, mediaStorage, config, tv } = app
  const { now, steadyMs, date } = await write(app, NOBODY, async ({ db, now }) => {
    const steadyMs = app.steadyMs()
    const at = Date.parse(now)
    const date = await readDate(db, now, config.timeZone)
    const { today, stored, isDoubtful } = date
    if (!isDoubtful && stored !== today) await saveMark(db, CLEANUP_DAY, today)
    if (steadyMs >= MINUTE_MS) await countStepsFrom(db, before(at, MINUTE_MS), now)
    if (steadyMs >= UNDO_TTL_MS) {
      await forgetOldUndoableSteps(db, before(at, UNDO_TTL_MS))
      await deletePhonesOfDeleted(db, before(at, UNDO_TTL_MS), now)
    }
    const isSteady = steadyMs >= STEADY_MS
    const mayDelete = isSteady && !isDoubtful
    if (mayDelete) {
      await countRowsFromNow(db, at, SESSION_TTL_MS)
      await dropForgottenBefore(db, today)
      await deleteOld(db, at)
    }
    // Staff whose session expired must not stay connected, even if its row is kept.
    const sessions = await (mayDelete ? deleteExpiredSessions : listExpiredSessionIds)(db, at)
    // If the date is doubtful, keep the phone numbers of the newest patient's day.
    const phones = isSteady ? await deletePhonesBefore(db, today, !isDoubtful) : 0
    const ids = steadyMs >= QR_TTL_MS ? await deleteExpiredQrSessions(db, at) : []
    if (tv.receipts.hasPlayed()) await saveMark(db, SOUND_HEARD, now)
    const qrs = ids.map(id => endQr(id, 'qr:expired', {}))
    const ended = [...sessions, ...qrs.flatMap(qr => qr.ended)]
    const written = { now, steadyMs, date, ended, direct: qrs.flatMap(qr => qr.direct) }
    return phones > 0 ? { ...written, change: [{ kind: 'all' as const }] } : written
  })
  if (steadyMs >= UNUSED_MAX_AGE_MS) await mediaStorage.deleteUnused(Date.parse(now))
  if (!date.isDoubtful) {
    const forgotten = await forgetOldNames(app, now)
    if (forgotten > 0) app.log('info', 'old names removed', { patients: forgotten })
  } else if (steadyMs < MINUTE_MS) {
    // Only the first clean-up after a start or a jump logs this.
    app.log('warn', 'date changed: nothing old is deleted', { from: date.lastDay, to: date.today })
  }
  await optimize()
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

/** Patients on hold become no-shows. Patients who are away had been seen, so only Away ends. */
async function closeStaleHolds(tx: Query, now: string) {
  for (const patient of await listStaleHolds(tx, now)) {
    const step = isAway(patient)
      ? { patient, state: { ...toState(patient), hold: null }, entry: null }
      : endVisit(patient, 'no-show', now)
    await saveState(tx, step, null)
  }
}

async function deleteUnusedLogos(tx: Query, at: number) {
  const { clinicLogo } = await readSettings(tx)
  await deleteOldLogos(tx, before(at, UNUSED_LOGO_MAX_AGE_MS), parseMediaId(clinicLogo))
}

/** Disconnects clients whose session ended in another process, in case its message was missed. */
export async function dropEndedSessions({ read, channel, now }: App) {
  const ids = channel.getLocalSessions()
  if (ids.length === 0) return
  const valid = new Set(await read(db => listValidSessions(db, Date.parse(now()))))
  channel.endSessions(ids.filter(id => !valid.has(id)))
}

async function listValidSessions(db: Query, at: number): Promise<string[]> {
  const tvs = await listDevices(db)
  return [
    ...(await listValidSessionIds(db, at)),
    ...tvs.map(tv => getTvSessionId(tv.id)),
    ...(await listValidTokenIds(db)).map(getTokenSession),
  ]
}

/** Confirms only the date that the user saw, because it decides which data is deleted as old. */
export async function confirmDate({ db, now }: Tx, app: App, day: string) {
  const clock = await readClock(app, db)
  if (clock.day !== day) {
    const day = formatLongDay(clock.day)
    throw new DomainError(`The clinic's computer now says ${day}. Check it, then confirm again.`)
  }
  if (now < (app.config.builtAt ?? '')) {
    throw new DomainError('This date is wrong: the program was made later. Set the clock.')
  }
  await saveMark(db, CLEANUP_DAY, day)
  return { ...clock, doubt: null }
}
