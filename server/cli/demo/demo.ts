import { getQueueLists, isAway } from '#domain/queue/lists'
import { isDispensary } from '#domain/rooms/room'
import { getClinicMinute, MINUTE_MS } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { importAppointments } from '../../actions/appointments.ts'
import { callNext } from '../../actions/call-next.ts'
import { bringBack, changePatientStatus, registerPatient } from '../../actions/patients.ts'
import { addQueue } from '../../actions/queues.ts'
import { addRoom } from '../../actions/rooms.ts'
import { type App, getCurrentDays } from '../../context.ts'
import { describeError } from '../../observability/log.ts'
import { getPatients, getQueues, getRooms } from '../../queries/queue.ts'
import { write } from '../../write.ts'
import { type ClinicDay, createClinicDay, type DayEvent } from './clinic-day.ts'
import { createSeededRandom } from './seeded-random.ts'

const STEP_INTERVAL_MS = 6_000
const RETRY_MS = 100
const MORNING_MINUTES = 45
const PATIENTS_PER_HOUR = 30
const MAX_WAITING = 12
const APPOINTMENTS = ['ROSLAN BIN YUSOF', 'JENNIFER LAU']
const ADMIN = { user: { id: 1, username: BUILT_IN_ADMIN }, address: null }

export async function runDemoDay(app: App) {
  await write(app, ADMIN, tx => addRoom(tx, { name: 'Room 3 - Dr. Lim' }))
  await addBloodTest(app)
  const day = createClinicDay(createSeededRandom(Date.parse(app.now())), {
    ...{ rooms: 3, queues: 1, patients: Number.POSITIVE_INFINITY },
    perHour: [PATIENTS_PER_HOUR],
  })
  let event = await catchUp(app, day, MORNING_MINUTES)
  for (;;) {
    const hasHappened = await takeNextStep(app, event)
    await Bun.sleep(hasHappened ? STEP_INTERVAL_MS : RETRY_MS)
    event = day.next(hasHappened).value
  }
}

async function takeNextStep(app: App, event: DayEvent) {
  try {
    const isFull = getQueueLists(await getPatients(app)).waiting.length >= MAX_WAITING
    return event.action === 'register' && isFull ? false : await takeStep(app, event)
  } catch (cause) {
    app.log('warn', 'demo step failed', describeError(cause))
    return false
  }
}

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

/** Plays a day that opened `minutes` ago, and returns the first event after now. */
export async function catchUp(app: App, day: ClinicDay, minutes: number) {
  const openedAt = Date.parse(app.now()) - minutes * MINUTE_MS
  let event = day.next(false).value
  while (event.minute < minutes) {
    const now = new Date(openedAt + event.minute * MINUTE_MS).toISOString()
    event = day.next(await takeStep({ ...app, now: () => now }, event)).value
  }
  return event
}

async function takeStep(app: App, event: DayEvent): Promise<boolean> {
  const patients = await getPatients(app)
  if (event.action === 'register') {
    const { name, priorityReason, queue } = event
    const queueId = (await getQueues(app))[queue ?? -1]?.id ?? null
    const input = { name, isPriority: priorityReason !== null, priorityReason, queueId }
    await write(app, ADMIN, tx => registerPatient(tx, input))
    return true
  }
  if (event.action === 'bring back') {
    const away = patients.find(isAway)
    if (away) await write(app, ADMIN, tx => bringBack(tx, away.id))
    return away !== undefined
  }
  const rooms = await getRooms(app)
  const consulting = rooms.filter(room => !isDispensary(room))
  const room = event.room === 0 ? rooms.find(isDispensary) : consulting[event.room - 1]
  if (!room?.isActive) return false
  if (event.action === 'call') {
    const { next } = await write(app, ADMIN, tx => callNext(tx, room.id, { finish: 'completed' }))
    return next !== null
  }
  const { currentPatientId: id } = room
  if (id === null) return false
  await write(app, ADMIN, tx => changePatientStatus(tx, id, event.change))
  return true
}
