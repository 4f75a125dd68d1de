import {
  forgetInResponses,
  forgetPatients,
  listRemembered,
} from '#db/repositories/forgotten-patients'
import { findPatient } from '#db/repositories/patients'
import { listSavedSettings } from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { KEEP_ALL } from '#domain/settings/setting-types'
import { withDefaults } from '#domain/settings/settings'
import { addDays } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { createPauses } from '../pauses.ts'
import { publishChange } from '../realtime/queue-changes.ts'

export async function forgetOldNames(app: App, pause = createPauses()) {
  const { keepNamesDays = KEEP_ALL } = withDefaults(await app.read(listSavedSettings))
  if (keepNamesDays === KEEP_ALL) return 0
  const before = addDays(getCurrentDays(app).today, -Number(keepNamesDays))
  let count = 0
  for (;;) {
    const ids = await app.read(db => listRemembered(db, before))
    if (ids.length === 0) return count
    await app.write(tx => forgetPatients(tx, ids, app.now()))
    count += ids.length
    await pause()
  }
}

export async function forgetPatient(app: App, id: number) {
  const patient = await app.write(async tx => {
    const listed = getCurrentDays(app)
    if (!(await findPatient(tx, id, listed))) {
      throw new DomainError('Patient not found', { status: 404 })
    }
    await forgetPatients(tx, [id], app.now())
    await forgetInResponses(tx, id, app.now())
    return findPatient(tx, id, listed)
  })
  if (!patient) throw new DomainError('Patient not found', { status: 404 })
  publishChange(app.channel, { what: 'changed', patient })
  return patient
}
