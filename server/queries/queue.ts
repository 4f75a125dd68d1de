import { callsAfter, newestSequence } from '#db/repositories/calls'
import { findMedia, mediaItems } from '#db/repositories/media'
import { calledPatients, listedPatients, nextNumber } from '#db/repositories/patients'
import { allRooms } from '#db/repositories/rooms'
import { savedSettings } from '#db/repositories/settings'
import { callHistory, currentCall, stats } from '#domain/queue/lists'
import { withDefaults } from '#domain/settings/settings'
import { type Clinic, listedNow } from '../context.ts'

const DAY_MS = 24 * 60 * 60_000

/** What screens ask for. Each answer is kept until the next write. */
export function lookAtPatients(clinic: Clinic) {
  const { read, remember } = clinic
  return remember('patients', () => read(db => listedPatients(db, listedNow(clinic))))
}

export function lookAtRooms(clinic: Clinic) {
  const { read, remember } = clinic
  return remember('rooms', () => read(db => allRooms(db, listedNow(clinic))))
}

export function lookAtNextNumber(clinic: Clinic) {
  const { read, remember } = clinic
  return remember('next number', () => read(db => nextNumber(db, listedNow(clinic).today)))
}

export function lookAtSettings({ read, remember }: Clinic) {
  return remember('settings', async () => withDefaults(await read(savedSettings)))
}

export function lookAtMedia({ read, remember }: Clinic) {
  return remember('media', () => read(mediaItems))
}

/** One item with what its file is, the logo too; null when it was deleted. */
export function lookAtMediaItem({ read, remember }: Clinic, id: number) {
  return remember(`media ${id}`, () => read(db => findMedia(db, id)))
}

export async function lookAtStats(clinic: Clinic) {
  const [patients, rooms] = await Promise.all([lookAtPatients(clinic), lookAtRooms(clinic)])
  return stats(patients, rooms, listedNow(clinic).today)
}

export async function lookAtCurrentCall(clinic: Clinic) {
  return currentCall(await lookAtPatients(clinic))
}

export async function lookAtHistory(clinic: Clinic) {
  const { read, remember, now, timeZone } = clinic
  const since = new Date(Date.parse(now()) - DAY_MS).toISOString()
  const called = await remember('called', () => read(db => calledPatients(db, since)))
  const { today } = listedNow(clinic)
  return callHistory(called, await lookAtCurrentCall(clinic), { today, timeZone })
}

export function lookAtCalls({ read }: Clinic, after: number) {
  return read(db => callsAfter(db, after))
}

export function lookAtNewestCall({ read, remember }: Clinic) {
  return remember('newest call', () => read(newestSequence))
}
