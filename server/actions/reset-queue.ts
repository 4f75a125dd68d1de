import { releaseForgotten, resetListed } from '#db/repositories/patient-writes'
import { type Clinic, listedNow } from '../context.ts'

/** Hides everyone whom the queue lists and starts the numbers at 1 again. Answers how many. */
export async function resetQueue(clinic: Clinic, byUserId: number) {
  const { write, live, now } = clinic

  const deletedCount = await write(async tx => {
    const listed = listedNow(clinic)
    await releaseForgotten(tx, listed)
    return resetListed(tx, listed, now(), byUserId)
  })

  live.publish('queue:updated', { patientId: null, isGone: true })
  return deletedCount
}
