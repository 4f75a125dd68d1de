import type { Weather } from '#domain/display/weather'
import type { Patient } from '#domain/patients/patient'
import { isActive } from '#domain/patients/patient'
import { queueLists } from '#domain/queue/lists'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { DISPENSARY, roomsToCallFrom } from '#domain/rooms/room'
import { movePatient } from '../actions/move-patient.ts'
import { registerPatient } from '../actions/register-patient.ts'
import { addRoom } from '../actions/rooms.ts'
import { type Clinic, clock } from '../context.ts'
import { describe } from '../observability/log.ts'
import { lookAtPatients, lookAtRooms } from '../queries/queue.ts'

const A_STEP_EVERY_MS = 6_000
const CAME_EARLIER = 14
const MINUTE_MS = 60_000
const MOST_WAITING = 12
const ADMIN_ID = 1

// Invented names, in the mix of a Malaysian waiting room.
const NAMES = [
  'AHMAD BIN ISMAIL',
  'TAN MEI LING',
  'SITI NURHALIZA',
  'RAJESH KUMAR',
  'WONG KAH WAI',
  'NUR AISYAH BINTI RAHMAN',
  'LEE CHONG',
  'PRIYA A/P MUTHU',
  'MOHD FAIZAL',
  'CHEN XIAO YAN',
  'FATIMAH ZAHRA',
  'SURESH NAIDU',
  'LIM SOO HOON',
  'HAFIZ ABDULLAH',
  'GRACE ANAK JAMES',
  'DEVI KRISHNAN',
]

/** Made up, like everything in a demo: it needs no network and asks nobody for the weather. */
export async function inventedWeather(): Promise<Weather> {
  return {
    current: {
      icon: 'cloud-sun',
      temperature: 31,
      description: 'Partly cloudy',
      humidity: 70,
      windSpeed: 8,
    },
    units: { temperature: '°C', humidity: '%', windSpeed: 'km/h' },
    asOf: clock(),
  }
}

/** A realistic morning that goes on by itself: people come, are called, return from tests, go home. */
export async function liveADemoDay(clinic: Clinic) {
  await addRoom(clinic, 'Room 3 - Dr. Lim')
  await fillTheMorning(clinic)
  for (;;) {
    await Bun.sleep(A_STEP_EVERY_MS)
    await step(clinic).catch(cause => clinic.log('warn', 'demo step', describe(cause)))
  }
}

/** The same actions as at the desks, told earlier times. */
async function fillTheMorning(clinic: Clinic) {
  const start = Date.parse(clinic.now()) - 45 * MINUTE_MS
  let at = start
  const earlier: Clinic = { ...clinic, now: () => new Date(at).toISOString() }
  for (let index = 0; index < CAME_EARLIER; index++) {
    at = start + index * 3 * MINUTE_MS
    await arrive(earlier)
    for (let steps = index % 3; steps > 0; steps--) await step(earlier)
  }
}

let arrivals = 0

function arrive(clinic: Clinic) {
  const index = arrivals++
  const isPriority = index % 6 === 4
  const name = index % 9 === 8 ? null : (NAMES[index % NAMES.length] ?? null)
  const priorityReason = isPriority ? 'ELDERLY, CANNOT STAND LONG' : null
  return registerPatient(clinic, { name, isPriority, priorityReason }, ADMIN_ID)
}

async function step(clinic: Clinic) {
  const patients = await lookAtPatients(clinic)
  const rooms = await lookAtRooms(clinic)
  const { priority, waiting, dispensary } = queueLists(patients)
  const free = roomsToCallFrom(rooms).find(room => room.currentPatientId === null)
  const queue = [...priority, ...waiting]
  const next = queue[0]

  if (queue.length < MOST_WAITING && chance(0.35)) return arrive(clinic)
  if (free && next) {
    return movePatient(clinic, next.id, { status: 'called', windowId: free.id }, ADMIN_ID)
  }
  const inTheDispensary = dispensary.find(isActive)
  if (inTheDispensary)
    return movePatient(clinic, inTheDispensary.id, { status: 'completed' }, ADMIN_ID)
  const medicine = rooms.find(room => room.name === DISPENSARY && room.isActive)
  if (dispensary[0] && medicine && chance(0.5)) {
    const call = { status: 'called', windowId: medicine.id } as const
    return movePatient(clinic, dispensary[0].id, call, ADMIN_ID)
  }
  return leaveRoom(clinic, patients)
}

function leaveRoom(clinic: Clinic, patients: Patient[]) {
  const longest = queueLists(patients).active[0]
  if (!longest) return arrive(clinic)
  if (chance(0.25)) {
    const requeueReason = REQUEUE_REASONS[longest.id % (REQUEUE_REASONS.length - 1)] ?? 'XRAY'
    return movePatient(clinic, longest.id, { status: 'requeue', requeueReason }, ADMIN_ID)
  }
  const status = chance(0.6) ? 'dispensary' : 'completed'
  return movePatient(clinic, longest.id, { status }, ADMIN_ID)
}

function chance(of: number) {
  return Math.random() < of
}
