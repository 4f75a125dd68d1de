import { refuseIfSomebodyWasFaster, type StatusChange } from '#clinic/queue'
import { Refusal } from '#clinic/refusal'
import { hidePatient } from '#db/patient-writes'
import { listedPatient } from '#db/patients'
import { type Clinic, listedNow } from './clinic.ts'

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
