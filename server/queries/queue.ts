import * as calls from '#db/repositories/calls'
import { findAnyPatient } from '#db/repositories/patients'
import { getNextNumber } from '#db/repositories/patients/numbers'
import { hasAnyQueue, listQueues } from '#db/repositories/queues'
import { findRoom, listRooms } from '#db/repositories/rooms'
import { isInScope, type TvOptions, type TvScope } from '#domain/display/tv-options'
import { maskCall } from '#domain/display/tv-patient'
import { DomainError } from '#domain/errors'
import type { Call, CallPlace } from '#domain/events'
import { isListed } from '#domain/patients/listed'
import { isActive, type Patient } from '#domain/patients/patient'
import * as lists from '#domain/queue/lists'
import { listActive } from '#domain/queues/patient-queue'
import { getClinicDay, MINUTE_MS } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { QUEUE_TABLES } from '../storage/patient-list.ts'

export { QUEUE_TABLES }

/** Just after midnight, yesterday's calls of the last minute still count as new. */
const MIDNIGHT_MS = MINUTE_MS

export function getPatients(app: App) {
  const read = async () => {
    const days = getCurrentDays(app)
    return (await app.patients.getAll()).filter(patient => isListed(patient, days))
  }
  return app.cached('patients', read, QUEUE_TABLES)
}

export function getRooms(app: App) {
  const read = async () => {
    const rooms = app.cached('rooms', () => app.read(db => listRooms(db, getCurrentDays(app))), [
      'rooms',
    ])
    return lists.withCurrentPatients(await rooms, await getPatients(app))
  }
  return app.cached('rooms with patients', read, QUEUE_TABLES)
}

/** Includes deleted patients and patients of other days. */
export function getAnyPatient({ read }: App, id: number) {
  return read(db => findAnyPatient(db, id))
}

export async function getRoom(app: App, id: number) {
  const room = await app.read(db => findRoom(db, id, getCurrentDays(app)))
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  return room
}

/** `ofPrefixes` is missing if no active queue has a prefix. */
export function getNextNumbers(app: App) {
  return app.cached('next numbers', async () => {
    const { today } = getCurrentDays(app)
    const queues = await getQueues(app)
    return app.read(async db => {
      const nextNumber = await getNextNumber(db, today)
      const prefixes = new Set(listActive(queues).flatMap(({ prefix }) => prefix ?? []))
      if (prefixes.size === 0) return { nextNumber }
      const ofPrefixes: Record<string, number> = {}
      for (const one of prefixes) ofPrefixes[one] = await getNextNumber(db, today, one)
      return { nextNumber, ofPrefixes }
    })
  })
}

export function getQueues(app: App) {
  return app.cached('queues', () => app.read(listQueues), ['queues', 'queue_rooms'])
}

export function hasHadQueues({ read }: App) {
  return read(hasAnyQueue)
}

export async function getCurrentCall(app: App, options: TvScope = EVERY_ROOM) {
  return lists.findCurrentCall(keepScope(await getActive(app), options))
}

export function getActive(app: App) {
  const read = async () => (await getPatients(app)).filter(isActive)
  return app.cached('active patients', read, QUEUE_TABLES)
}

const EVERY_ROOM: TvScope = { rooms: [], queues: [] }

function keepScope(called: Patient[], scope: TvScope) {
  return called.filter(({ room, lastRoom, queue }) =>
    isInScope(scope, { room: room ?? lastRoom, queue }),
  )
}

export async function getCallHistory(app: App, scope: TvScope = EVERY_ROOM) {
  const current = await getCurrentCall(app, scope)
  return lists.getCallHistory(keepScope(await getCalledToday(app), scope), current)
}

/** Newest first. */
function getCalledToday(app: App) {
  const { timeZone } = app.config
  const { today } = getCurrentDays(app)
  const read = async () => lists.getCalledOn(await app.patients.getAll(), today, timeZone)
  return app.cached(`called on ${today}`, read, QUEUE_TABLES)
}

export function getCallsAfter({ read }: App, after: CallPlace) {
  return read(db => calls.listCallsAfter(db, after))
}

export async function getTvCallsAfter(app: App, after: CallPlace, options: TvOptions) {
  const all = await getCallsAfter(app, after)
  return all.filter(call => isShownOnTv(app, call, options)).map(call => maskCall(call, options))
}

/** Hides calls of earlier days from a TV's link, but keeps calls from just before midnight. */
export function isShownOnTv(app: App, call: Call, scope: TvScope) {
  const { calledAt } = call
  const isOfToday = getClinicDay(calledAt, app.config.timeZone) >= getCurrentDays(app).today
  const isNew = Date.parse(app.now()) - Date.parse(calledAt) <= MIDNIGHT_MS
  return (isOfToday || isNew) && isInScope(scope, call)
}

export function getNewestCall({ read, cached }: App) {
  return cached('newest call', () => read(calls.getNewestCall))
}
