import {
  getWaitStart,
  type JourneyEntry,
  type Patient,
  withoutUndone,
} from '../patients/patient.ts'
import { GENERAL } from '../queues/patient-queue.ts'
import { DISPENSARY } from '../rooms/room.ts'
import { getSecondOfDay, HOUR_MS, MINUTE_MS, type TimeZone } from '../time.ts'

export type Histogram = Record<number, number>

export type Tally = { n: number; waits: Histogram; missed: number; noShow: number }
export type RoomTally = Tally & { services: Histogram }

/** Maps, because objects inherit names such as `constructor`, which a room may also have. */
export type DaySums = {
  hours: Map<string, Tally>
  rooms: Map<string, RoomTally>
  /** Includes General. Empty if all patients were in General. */
  queues: Map<string, Tally>
}

export function createTally(): Tally {
  return { n: 0, waits: {}, missed: 0, noShow: 0 }
}

function createRoomTally(): RoomTally {
  return { ...createTally(), services: {} }
}

/** Sums up a day. An unused appointment counts as a no-show, but not as a patient. */
export function sumDay(visits: Visit[], absent: Absent[] = []): DaySums {
  const sums: DaySums = { hours: new Map(), rooms: new Map(), queues: new Map() }
  for (const visit of visits) addVisit(sums, visit)
  for (const { hour } of absent) getOrCreate(sums.hours, String(hour), createTally).noShow++
  if ([...visits, ...absent].some(({ queue }) => queue !== null)) addQueues(sums, visits, absent)
  return sums
}

function addVisit({ hours, rooms }: DaySums, visit: Visit) {
  const { hour, room, services, medicineWait } = visit
  count(getOrCreate(hours, String(hour), createTally), visit)
  if (room !== null) count(getOrCreate(rooms, room, createRoomTally), visit)
  if (services.some(service => service.room === DISPENSARY)) {
    const counter = getOrCreate(rooms, DISPENSARY, createRoomTally)
    count(counter, { wait: medicineWait, missed: 0, isNoShow: false })
  }
  for (const service of services) {
    addTo(getOrCreate(rooms, service.room, createRoomTally).services, service.minutes)
  }
}

function addQueues({ queues }: DaySums, visits: Visit[], absent: Absent[]) {
  for (const { queue } of absent) getOrCreate(queues, queue ?? GENERAL, createTally).noShow++
  for (const visit of visits) {
    count(getOrCreate(queues, visit.queue ?? GENERAL, createTally), visit)
  }
}

function getOrCreate<T>(tallies: Map<string, T>, key: string, create: () => T): T {
  const value = tallies.get(key) ?? create()
  tallies.set(key, value)
  return value
}

type Counted = Pick<Visit, 'wait' | 'missed' | 'isNoShow'>

function count(tally: Tally, { wait, missed, isNoShow }: Counted) {
  tally.n++
  tally.missed += missed
  if (isNoShow) tally.noShow++
  if (wait !== null) addTo(tally.waits, wait)
}

function addTo(histogram: Histogram, minutes: number, times = 1) {
  histogram[minutes] = (histogram[minutes] ?? 0) + times
}

export function addTally(to: Tally, from: Tally) {
  to.n += from.n
  to.missed += from.missed
  to.noShow += from.noShow
  addHistogram(to.waits, from.waits)
}

export function addHistogram(to: Histogram, from: Histogram) {
  for (const [minutes, times] of Object.entries(from)) addTo(to, Number(minutes), times)
}

/** Returns the fewest minutes that `share` of the cases do not exceed; null without cases. */
export function getPercentile(histogram: Histogram, share: number): number | null {
  // Objects keep whole-number keys in ascending order.
  const entries = Object.entries(histogram)
  const total = entries.reduce((sum, [, times]) => sum + times, 0)
  let left = Math.ceil(total * share)
  for (const [minutes, times] of entries) {
    left -= times
    if (left <= 0) return Number(minutes)
  }
  return null
}

export function countUpTo(histogram: Histogram, limit: number) {
  return Object.entries(histogram).reduce(
    (sum, [minutes, times]) => sum + (Number(minutes) <= limit ? times : 0),
    0,
  )
}

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

const WAITS = ['registered', 'requeue', 'missed']

/** A queue that ends while the patient is in a room, or waits for medicine, still counts. */
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
