import * as calls from '#db/repositories/calls'
import * as patients from '#db/repositories/patients'
import { findRoom, listRooms } from '#db/repositories/rooms'
import { isInScope, maskCallName, type TvOptions } from '#domain/display/tv-options'
import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import * as lists from '#domain/queue/lists'
import { getSecondOfDay, HOUR_MS, MINUTE_MS } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'

/** A day with a change of the clocks is longer by this at most. */
const CLOCK_CHANGE_MS = 2 * HOUR_MS
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
  const since = getPast(app, getSecondOfDay(app.now(), timeZone) * 1000 + CLOCK_CHANGE_MS)
  const called = await app.cached('called', () =>
    app.read(db => patients.listCalledSince(db, since)),
  )
  const { today } = getCurrentDays(app)
  const current = await getCurrentCall(app, scope)
  return lists.getCallHistory(keepScope(called, scope), current, { today, timeZone })
}

export function getCallsAfter({ read }: App, after: number) {
  return read(db => calls.listCallsAfter(db, after))
}

export async function getTvCallsAfter(app: App, after: number, options: TvOptions) {
  const all = await getCallsAfter(app, after)
  return all
    .filter(call => isShownOnTv(app, call, options))
    .map(call => ({ ...call, name: maskCallName(call, options.names) }))
}

/** A TV's link reads no name of an earlier day, but a call just before midnight is announced. */
export function isShownOnTv(app: App, { roomId, calledAt }: Call, scope: Scope) {
  const sinceMidnightMs = getSecondOfDay(app.now(), app.config.timeZone) * 1000
  const since = getPast(app, Math.max(sinceMidnightMs, MIDNIGHT_MS))
  return calledAt >= since && isInScope(scope, roomId)
}

function getPast(app: App, ms: number) {
  return new Date(Date.parse(app.now()) - ms).toISOString()
}

export function getNewestSequence({ read, cached }: App) {
  return cached('newest call', () => read(calls.getNewestSequence))
}
