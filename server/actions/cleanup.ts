import type { Query } from '#db/connection/query'
import { deleteAuditBefore } from '#db/repositories/audit'
import { deleteOldAnswers } from '#db/repositories/idempotency-keys'
import { deleteOldLogos } from '#db/repositories/media'
import { listStaleHolds, saveState } from '#db/repositories/patients'
import { deleteExpiredQrSessions } from '#db/repositories/qr-sessions'
import { deleteExpiredSessions, listValidConnectionNames } from '#db/repositories/sessions'
import { listSavedSettings } from '#db/repositories/settings'
import { deleteTvDaysBefore } from '#db/repositories/tv/tv-daily-stats'
import { listDevices } from '#db/repositories/tv/tv-devices'
import { forgetOldUndoableSteps } from '#db/repositories/undoable-steps'
import { getTvSessionId } from '#domain/display/tv-device'
import { parseMediaId } from '#domain/media/media'
import { endVisit, UNDO_TTL_MS } from '#domain/queue/transitions'
import { withDefaults } from '#domain/settings/settings'
import { DAY_MS, YEAR_MS } from '#domain/time'
import type { App } from '../context.ts'
import { forgetOldNames } from './forget.ts'
import { publishExpiredQrs } from './qr-login.ts'
import { stripStoredMedia } from './stored-media.ts'

const TV_DAYS_MAX_AGE_MS = 90 * DAY_MS
const AUDIT_MAX_AGE_MS = YEAR_MS
const UNUSED_LOGO_MAX_AGE_MS = DAY_MS

export async function cleanUp(app: App, pause?: () => Promise<void>) {
  const { write, optimize, channel, now, mediaStorage } = app
  const at = Date.parse(now())
  const { ended, qrs } = await write(async tx => {
    await deleteOldAnswers(tx, at)
    await deleteUnusedLogos(tx, at)
    await forgetOldUndoableSteps(tx, new Date(at - UNDO_TTL_MS).toISOString())
    await closeStaleHolds(tx, app)
    await deleteAuditBefore(tx, new Date(at - AUDIT_MAX_AGE_MS).toISOString())
    await deleteTvDaysBefore(tx, new Date(at - TV_DAYS_MAX_AGE_MS).toISOString().slice(0, 10))
    return {
      ended: await deleteExpiredSessions(tx, at),
      qrs: await deleteExpiredQrSessions(tx, at),
    }
  })
  channel.endSessions(ended)
  publishExpiredQrs(app, qrs)
  await mediaStorage.deleteUnused()
  const forgotten = await forgetOldNames(app, pause)
  if (forgotten > 0) app.log('info', 'old names removed', { patients: forgotten })
  await stripStoredMedia(app, pause)
  await optimize()
}

/** Who was still on hold when their day ended did not come. */
async function closeStaleHolds(tx: Query, app: App) {
  for (const patient of await listStaleHolds(tx, app.now())) {
    await saveState(tx, endVisit(patient, 'no-show', app.now()), null)
  }
}

/** A logo that was replaced or never saved is on no list where someone could delete it. */
async function deleteUnusedLogos(tx: Query, at: number) {
  const { clinicLogo = '' } = withDefaults(await listSavedSettings(tx))
  const before = new Date(at - UNUSED_LOGO_MAX_AGE_MS).toISOString()
  await deleteOldLogos(tx, before, parseMediaId(clinicLogo))
}

/**
 * Disconnects clients whose session ended, or became a display's, in another process, in case its
 * message was missed.
 */
export async function dropEndedSessions({ read, channel, now }: App) {
  const ids = channel.getLocalSessions()
  if (ids.length === 0) return
  const at = Date.parse(now())
  const signedIn = await read(db => listValidConnectionNames(db, at))
  const tvs = await read(listDevices)
  const valid = new Set([...signedIn, ...tvs.map(tv => getTvSessionId(tv.id))])
  channel.endSessions(ids.filter(id => !valid.has(id)))
}
