import type { Patient } from '#domain/patients/patient'
import { isActive } from '#domain/patients/patient'
import { getQueueLists } from '#domain/queue/lists'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { DISPENSARY, getCallableRooms } from '#domain/rooms/room'
import { changePatientStatus, registerPatient } from '../actions/patients.ts'
import { addRoom } from '../actions/rooms.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getPatients, getRooms } from '../queries/queue.ts'

const STEP_INTERVAL_MS = 6_000
const INITIAL_PATIENTS = 14
const MINUTE_MS = 60_000
const MAX_WAITING = 12
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

/** A realistic morning that goes on by itself: people come, are called, return from tests, go home. */
export async function runDemoDay(app: App) {
  await addRoom(app, 'Room 3 - Dr. Lim')
  await simulateMorning(app)
  for (;;) {
    await Bun.sleep(STEP_INTERVAL_MS)
    await step(app).catch(cause => app.log('warn', 'demo step failed', describeError(cause)))
  }
}

/** The same actions as at the desks, told earlier times. */
async function simulateMorning(app: App) {
  const start = Date.parse(app.now()) - 45 * MINUTE_MS
  let at = start
  const earlier: App = { ...app, now: () => new Date(at).toISOString() }
  for (let index = 0; index < INITIAL_PATIENTS; index++) {
    at = start + index * 3 * MINUTE_MS
    await registerNext(earlier)
    for (let steps = index % 3; steps > 0; steps--) await step(earlier)
  }
}

let arrivalCount = 0

function registerNext(app: App) {
  const index = arrivalCount++
  const isPriority = index % 6 === 4
  const name = index % 9 === 8 ? null : (NAMES[index % NAMES.length] ?? null)
  const priorityReason = isPriority ? 'ELDERLY, CANNOT STAND LONG' : null
  return registerPatient(app, { name, isPriority, priorityReason }, ADMIN_ID)
}

async function step(app: App) {
  const patients = await getPatients(app)
  const rooms = await getRooms(app)
  const { priority, waiting, dispensary } = getQueueLists(patients)
  const free = getCallableRooms(rooms).find(room => room.currentPatientId === null)
  const queue = [...priority, ...waiting]
  const next = queue[0]

  if (queue.length < MAX_WAITING && chance(0.35)) return registerNext(app)
  if (free && next) {
    return changePatientStatus(app, next.id, { status: 'called', windowId: free.id }, ADMIN_ID)
  }
  const inTheDispensary = dispensary.find(isActive)
  if (inTheDispensary)
    return changePatientStatus(app, inTheDispensary.id, { status: 'completed' }, ADMIN_ID)
  const medicine = rooms.find(room => room.name === DISPENSARY && room.isActive)
  if (dispensary[0] && medicine && chance(0.5)) {
    const call = { status: 'called', windowId: medicine.id } as const
    return changePatientStatus(app, dispensary[0].id, call, ADMIN_ID)
  }
  return leaveRoom(app, patients)
}

function leaveRoom(app: App, patients: Patient[]) {
  const longest = getQueueLists(patients).active[0]
  if (!longest) return registerNext(app)
  if (chance(0.25)) {
    const requeueReason = REQUEUE_REASONS[longest.id % (REQUEUE_REASONS.length - 1)] ?? 'XRAY'
    return changePatientStatus(app, longest.id, { status: 'requeue', requeueReason }, ADMIN_ID)
  }
  const status = chance(0.6) ? 'dispensary' : 'completed'
  return changePatientStatus(app, longest.id, { status }, ADMIN_ID)
}

function chance(of: number) {
  return Math.random() < of
}
