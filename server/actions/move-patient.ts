import { releaseForgotten, saveMove } from '#db/repositories/patient-writes'
import { listedPatient } from '#db/repositories/patients'
import { findRoom } from '#db/repositories/rooms'
import { Refusal } from '#domain/errors'
import type { Call } from '#domain/events'
import { nameOnTv, type Patient } from '#domain/patients/patient'
import { move, type StatusChange } from '#domain/queue/transitions'
import { type Clinic, listedNow } from '../context.ts'

/** Takes a patient a step further: read, decide, save, then say it aloud. */
export async function movePatient(
  clinic: Clinic,
  id: number,
  change: StatusChange,
  byUserId: number,
): Promise<Patient> {
  const { write, live, now } = clinic

  const moved = await write(async tx => {
    const listed = listedNow(clinic)
    await releaseForgotten(tx, listed)
    const patient = await listedPatient(tx, id, listed)
    if (!patient) throw new Refusal('This patient is no longer in the queue', { status: 404 })
    const roomId = change.windowId ?? patient.windowId
    const room = roomId === null ? null : await findRoom(tx, roomId, listed)
    if (change.windowId && !room) throw new Refusal('This room no longer exists', { status: 404 })

    const next = move(patient, change, room, now())
    return { patient: await saveMove(tx, next, byUserId), isCall: next.isCall }
  })

  const { patient, isCall } = moved
  const call = isCall ? callOf(patient) : null
  if (call) live.publish('patient:called', call)
  else live.publish('patient:updated', { patientId: patient.id })
  return patient
}

function callOf({ id, name, number, windowName, calledAt, callSequence }: Patient): Call | null {
  if (calledAt === null || callSequence === null) return null
  const room = windowName ?? ''
  return {
    sequence: callSequence,
    patientId: id,
    name: nameOnTv({ name, number }),
    number,
    room,
    calledAt,
  }
}
