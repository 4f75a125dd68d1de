import type { Patient } from '#domain/patients/patient'
import { isActive } from '#domain/patients/patient'
import { getQueueLists, isAway, isOnHold } from '#domain/queue/lists'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { StatusChange } from '#domain/queue/transitions'
import { getCallableRooms, isDispensary } from '#domain/rooms/room'
import { getClinicMinute, MINUTE_MS } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { importAppointments } from '../actions/appointments.ts'
import { bringBack, changePatientStatus, registerPatient } from '../actions/patients.ts'
import { addQueue } from '../actions/queues.ts'
import { addRoom } from '../actions/rooms.ts'
import { type App, getCurrentDays } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getPatients, getQueues, getRooms } from '../queries/queue.ts'
import { write } from '../write.ts'

const STEP_INTERVAL_MS = 6_000
const INITIAL_PATIENTS = 14
const MAX_WAITING = 12
const ADMIN = { user: { id: 1, username: BUILT_IN_ADMIN }, address: null }

export const DEMO_NAMES = `AHMAD BIN ISMAIL, TAN MEI LING, SITI NURHALIZA, RAJESH KUMAR
WONG KAH WAI, NUR AISYAH BINTI RAHMAN, LEE CHONG, PRIYA A/P MUTHU, MOHD FAIZAL, CHEN XIAO YAN
FATIMAH ZAHRA, SURESH NAIDU, LIM SOO HOON, HAFIZ ABDULLAH, GRACE ANAK JAMES, DEVI KRISHNAN`.split(
  /, |\n/,
)

export async function runDemoDay(app: App) {
  await write(app, ADMIN, tx => addRoom(tx, { name: 'Room 3 - Dr. Lim' }))
  await addBloodTest(app)
  await simulateMorning(app)
  for (;;) {
    await Bun.sleep(STEP_INTERVAL_MS)
    await step(app).catch(cause => app.log('warn', 'demo step failed', describeError(cause)))
  }
}

const APPOINTMENTS = ['ROSLAN BIN YUSOF', 'JENNIFER LAU']

/** A queue of its own, and two who are expected within the hour. */
async function addBloodTest(app: App) {
  const [first] = await getRooms(app)
  const roomIds = first ? [first.id] : []
  const queue = { name: 'Blood test', prefix: 'B', roomIds, servesGeneral: true, isActive: true }
  await write(app, ADMIN, tx => addQueue(tx, queue))
  const now = Date.parse(app.now())
  const rows = APPOINTMENTS.map((name, index) => {
    const at = new Date(now + (index * 30 - 20) * MINUTE_MS).toISOString()
    return { line: index + 1, time: getClinicMinute(at, app.config.timeZone), name, queueId: null }
  })
  const { today } = getCurrentDays(app)
  await write(app, ADMIN, tx => importAppointments(tx, today, rows))
}

async function simulateMorning(app: App) {
  const startedAt = Date.parse(app.now()) - 45 * MINUTE_MS
  let time = startedAt
  const pastApp: App = { ...app, now: () => new Date(time).toISOString() }
  for (let index = 0; index < INITIAL_PATIENTS; index++) {
    time = startedAt + index * 3 * MINUTE_MS
    await registerNext(pastApp)
    for (let steps = index % 3; steps > 0; steps--) await step(pastApp)
  }
}

let arrivalCount = 0

async function registerNext(app: App) {
  const index = arrivalCount++
  const isPriority = index % 6 === 4
  const name = index % 9 === 8 ? null : (DEMO_NAMES[index % DEMO_NAMES.length] ?? null)
  const priorityReason = isPriority ? 'ELDERLY, CANNOT STAND LONG' : null
  const [queue] = await getQueues(app)
  const queueId = index % 4 === 2 ? (queue?.id ?? null) : null
  return write(app, ADMIN, tx => registerPatient(tx, { name, isPriority, priorityReason, queueId }))
}

async function step(app: App) {
  const patients = await getPatients(app)
  const rooms = await getRooms(app)
  const { priority, waiting, dispensary } = getQueueLists(patients)
  const freeRoom = getCallableRooms(rooms).find(room => room.currentPatientId === null)
  const queue = [...priority, ...waiting].filter(patient => !isOnHold(patient, app.now()))
  const next = queue[0]
  const away = patients.find(isAway)

  if (queue.length < MAX_WAITING && chance(0.35)) return registerNext(app)
  if (freeRoom && next) {
    const call = { status: 'called', windowId: freeRoom.id } as const
    return change(app, next.id, call)
  }
  if (away && chance(0.15)) return write(app, ADMIN, tx => bringBack(tx, away.id))
  const atCounter = dispensary.find(isActive)
  if (atCounter) {
    return change(app, atCounter.id, { status: 'completed' })
  }
  const counter = rooms.find(room => isDispensary(room) && room.isActive)
  if (dispensary[0] && counter && chance(0.5)) {
    const call = { status: 'called', windowId: counter.id } as const
    return change(app, dispensary[0].id, call)
  }
  return leaveRoom(app, patients)
}

function leaveRoom(app: App, patients: Patient[]) {
  const patient = getQueueLists(patients).active[0]
  if (!patient) return registerNext(app)
  if (chance(0.25)) {
    const requeueReason = REQUEUE_REASONS[patient.id % (REQUEUE_REASONS.length - 1)] ?? 'XRAY'
    return change(app, patient.id, { status: 'requeue', requeueReason })
  }
  const status = chance(0.6) ? 'dispensary' : 'completed'
  return change(app, patient.id, { status })
}

function change(app: App, id: number, input: StatusChange) {
  return write(app, ADMIN, tx => changePatientStatus(tx, id, input))
}

function chance(probability: number) {
  return Math.random() < probability
}
