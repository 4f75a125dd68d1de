import * as calls from '#db/repositories/calls'
import * as patients from '#db/repositories/patients'
import { findRoom, listRooms } from '#db/repositories/rooms'
import { isInScope, shortenName, type TvOptions } from '#domain/display/tv-options'
import { DomainError } from '#domain/errors'
import type { Call, CallPlace } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import * as lists from '#domain/queue/lists'
import { getClinicDay, getClinicDayStart, MINUTE_MS } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'

/** A TV that was away for longer shows a call without announcing it. */
const MIDNIGHT_MS = MINUTE_MS

export function getPatients(app: App) {
  return app.cached('patients', () =>
    app.read(db => patients.listPatients(db, getCurrentDays(app))),
  )
}

export function getRooms(app: App) {
  return app.cached('rooms', () => app.read(db => listRooms(db, getCurrentDays(app))))
}

/** Also one who was deleted, or is of another day. */
export function getAnyPatient({ read }: App, id: number) {
  return read(db => patients.findAnyPatient(db, id))
}

export async function getRoom(app: App, id: number) {
  const room = await app.read(db => findRoom(db, id, getCurrentDays(app)))
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  return room
}

export function getNextNumber(app: App) {
  return app.cached('next number', () =>
    app.read(db => patients.getNextNumber(db, getCurrentDays(app).today)),
  )
}

export async function getCurrentCall(app: App, options: Scope = EVERY_ROOM) {
  return lists.findCurrentCall(keepScope(await getPatients(app), options))
}

type Scope = Pick<TvOptions, 'rooms'>
const EVERY_ROOM: Scope = { rooms: [] }

function keepScope(called: Patient[], scope: Scope) {
  return called.filter(({ room, lastRoom }) => isInScope(scope, (room ?? lastRoom)?.id ?? null))
}

export async function getCallHistory(app: App, scope: Scope = EVERY_ROOM) {
  const { timeZone } = app.config
  const { today } = getCurrentDays(app)
  const called = await app.cached(`called on ${today}`, () =>
    app.read(db => patients.listCalledSince(db, getClinicDayStart(today, timeZone))),
  )
  const current = await getCurrentCall(app, scope)
  return lists.getCallHistory(keepScope(called, scope), current, { today, timeZone })
}

export function getCallsAfter({ read }: App, after: CallPlace) {
  return read(db => calls.listCallsAfter(db, after))
}

export async function getTvCallsAfter(app: App, after: CallPlace, options: TvOptions) {
  const all = await getCallsAfter(app, after)
  return all
    .filter(call => isShownOnTv(app, call, options))
    .map(call => ({ ...call, name: shortenName(call.name, options.names) }))
}

/** A TV's link reads no name of an earlier day, but a call just before midnight is announced. */
export function isShownOnTv(app: App, { room, calledAt }: Call, scope: Scope) {
  const isOfToday = getClinicDay(calledAt, app.config.timeZone) >= getCurrentDays(app).today
  const isNew = Date.parse(app.now()) - Date.parse(calledAt) <= MIDNIGHT_MS
  return (isOfToday || isNew) && isInScope(scope, room.id)
}

export function getNewestCall({ read, cached }: App) {
  return cached('newest call', () => read(calls.getNewestCall))
}
