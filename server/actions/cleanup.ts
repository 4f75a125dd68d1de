import type { Query } from '#db/connection/query'
import { forgetOldAnswers } from '#db/repositories/idempotency-keys'
import { removeOldLogos } from '#db/repositories/media'
import { removeExpiredQrs } from '#db/repositories/qr-sessions'
import { endExpiredSessions } from '#db/repositories/sessions'
import { savedSettings } from '#db/repositories/settings'
import { withDefaults } from '#domain/settings/settings'
import type { Clinic } from '../context.ts'
import { sweepMedia } from './media.ts'
import { endQrs } from './qr-login.ts'
import { logoId } from './settings-diff.ts'

const UNUSED_LOGOS_STAY_MS = 24 * 60 * 60_000

/** Removes what has run out, and closes the live connections that hung on it. */
export async function sweep(clinic: Clinic) {
  const { write, live, now } = clinic
  const at = Date.parse(now())
  const { ended, qrs } = await write(async tx => {
    await forgetOldAnswers(tx, at)
    await forgetUnusedLogos(tx, at)
    return { ended: await endExpiredSessions(tx, at), qrs: await removeExpiredQrs(tx, at) }
  })
  live.endSessions(ended)
  endQrs(clinic, qrs)
  await sweepMedia(clinic)
}

/** A logo that was replaced, or uploaded and not saved, is listed nowhere and could not be deleted. */
async function forgetUnusedLogos(tx: Query, at: number) {
  const { clinicLogo = '' } = withDefaults(await savedSettings(tx))
  const before = new Date(at - UNUSED_LOGOS_STAY_MS).toISOString()
  await removeOldLogos(tx, before, logoId(clinicLogo))
}
