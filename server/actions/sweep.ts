import { logoId } from '#clinic/change-settings'
import { withDefaults } from '#clinic/settings'
import { forgetOldAnswers } from '#db/answers'
import { removeOldLogos } from '#db/media'
import { removeExpiredQrs } from '#db/qr-sessions'
import type { Query } from '#db/query'
import { endExpiredSessions } from '#db/sessions'
import { savedSettings } from '#db/settings'
import type { Clinic } from './clinic.ts'
import { sweepMedia } from './media.ts'
import { endQrs } from './qr-handshake.ts'

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
