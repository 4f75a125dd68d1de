import { addPatient } from '#db/repositories/patient-writes'
import { listedPatient } from '#db/repositories/patients'
import type { Patient } from '#domain/patients/patient'
import { type Registration, registration } from '#domain/patients/registration'
import { type Clinic, listedNow } from '../context.ts'

/** Registers a patient under the day's next number. Throws a Refusal that names the field. */
export async function registerPatient(
  clinic: Clinic,
  wish: Partial<Registration>,
  byUserId: number,
): Promise<Patient> {
  const { write, live, now } = clinic
  const wanted = registration(wish)

  const patient = await write(async tx => {
    const listed = listedNow(clinic)
    const id = await addPatient(tx, wanted, { day: listed.today, now: now(), byUserId })
    return listedPatient(tx, id, listed)
  })
  if (!patient) throw new Error('a patient was registered and is not listed')

  live.publish('queue:updated', { patientId: patient.id })
  return patient
}
