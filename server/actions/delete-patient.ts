import { hidePatient } from '#db/repositories/patient-writes'
import { listedPatient } from '#db/repositories/patients'
import { Refusal } from '#domain/errors'
import { refuseIfSomebodyWasFaster, type StatusChange } from '#domain/queue/transitions'
import { type Clinic, listedNow } from '../context.ts'

/** Hides a patient everywhere and empties his room; the row and the journey stay for the record. */
export async function deletePatient(
  clinic: Clinic,
  id: number,
  seen: Pick<StatusChange, 'seenSteps'> = {},
) {
  const { write, live, now } = clinic

  await write(async tx => {
    const patient = await listedPatient(tx, id, listedNow(clinic))
    if (!patient) throw new Refusal('This patient is no longer in the queue', { status: 404 })
    refuseIfSomebodyWasFaster(patient, seen)
    await hidePatient(tx, id, now())
  })

  live.publish('queue:updated', { patientId: id, isGone: true })
}
