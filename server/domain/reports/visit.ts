import {
  getWaitStart,
  type JourneyEntry,
  type Patient,
  withoutUndone,
} from '../patients/patient.ts'
import { GENERAL } from '../queues/patient-queue.ts'
import { DISPENSARY } from '../rooms/room.ts'
import { getSecondOfDay, HOUR_MS, MINUTE_MS, type TimeZone } from '../time.ts'

export type Visit = {
  /** The clinic's hour of the registration, 0 to 23. */
  hour: number
  wait: number | null
  room: string | null
  /** The name of the queue in which the patient waited last; null for General. */
  queue: string | null
  /** Stays in rooms, each from the call until the next step. */
  services: { room: string; minutes: number }[]
  medicineWait: number | null
  missed: number
  isNoShow: boolean
}

/** An appointment to which the patient did not come. `hour`: the clinic's hour. */
export type Absent = Pick<Visit, 'hour' | 'queue'>

/** Computes a visit from a journey without its undone steps. Durations exclude time on hold. */
export function toVisit(patient: Patient, timeZone: TimeZone): Visit {
  const journey = withoutUndone(patient.journey)
  const calls = journey.filter(({ action }) => action === 'called')
  const firstCall = calls.find(({ roomName }) => roomName !== DISPENSARY)
  const medicine = journey.find(({ action }) => action === 'dispensary')
  const medicineCall = medicine && journey.slice(journey.indexOf(medicine)).find(isMedicineCall)
  return {
    hour: Math.floor((getSecondOfDay(patient.registeredAt, timeZone) * 1_000) / HOUR_MS),
    wait: firstCall ? getMinutes(getWaitStart(patient), firstCall.timestamp) : null,
    room: firstCall?.roomName ?? null,
    queue: findQueue(journey),
    services: getServices(journey),
    medicineWait: medicineCall ? getMinutes(medicine.timestamp, medicineCall.timestamp) : null,
    missed: journey.filter(({ action }) => action === 'missed').length,
    isNoShow: patient.status === 'no-show',
  }
}

/** Steps after which a patient waits for a call. */
const WAITS = ['registered', 'requeue', 'missed']

/**
 * Finds the queue in which the patient waited last, by its name at that time, as kept days do. A
 * queue that ends while the patient is in a room, or waits for medicine, still counts.
 */
function findQueue(journey: JourneyEntry[]) {
  let [current, waited]: [string | null, string | null] = [null, null]
  let isWaiting = true
  for (const { action, queueName = GENERAL } of journey) {
    if (action === 'registered' || action === 'moved') current = queueName
    else if (action !== 'brought back') isWaiting = WAITS.includes(action)
    if (isWaiting) waited = current
  }
  return waited === GENERAL ? null : waited
}

/** Steps that end a stay of a patient who came to the room. */
const ENDS = ['requeue', 'dispensary', 'completed', 'called']

function getServices(journey: JourneyEntry[]): Visit['services'] {
  return journey.flatMap(({ action, roomName, timestamp }, index) => {
    if (action !== 'called' || roomName === null) return []
    const end = journey.slice(index + 1).find(next => !STAYS.includes(next.action))
    if (!end || !ENDS.includes(end.action)) return []
    return [{ room: roomName, minutes: getMinutes(timestamp, end.timestamp) }]
  })
}

const STAYS = ['called again', 'in progress', 'moved']

function isMedicineCall({ action, roomName }: JourneyEntry) {
  return action === 'called' && roomName === DISPENSARY
}

/** Returns 0 instead of a negative time after the clock was set back. */
function getMinutes(from: string, to: string) {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS))
}
