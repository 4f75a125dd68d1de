import { isFinished, type Patient } from '#domain/patients/patient'
import { isAway } from '#domain/queue/lists'
import { findNext, getWaitedFor } from '#domain/queue/next-patient'
import { DEFAULT_NEXT_RULES } from '#domain/queue/order-rules'
import { type StatusChange, transition } from '#domain/queue/transitions'
import { DISPENSARY, type Room } from '#domain/rooms/room'
import { addDays, MINUTE_MS } from '#domain/time'
import { createClinicDay, type DayEvent } from '../../server/cli/demo/clinic-day.ts'
import type { SeededRandom } from '../../server/cli/demo/seeded-random.ts'
import { aPatient, aRoom } from './samples.ts'

export const FIRST_DAY = '2026-11-20'
/** More come in the morning: the share of the day's patients in each of its hours. */
const HOURS = [0.19, 0.18, 0.15, 0.12, 0.09, 0.1, 0.1, 0.07]

type Options = { patients: number; rooms: number }

/**
 * A clinic's day from opening until the last patient, with the journeys that the program would have
 * kept. Day 0 is the 20th of November.
 */
export function simulateDay(random: SeededRandom, index: number, options: Options): Patient[] {
  const opening = Date.parse(addDays(FIRST_DAY, index))
  const perHour = HOURS.map(share => share * options.patients)
  const rooms = createRooms(options.rooms)
  const listed = new Map<number, Patient>()
  const finished: Patient[] = []
  const inRooms = new Map<number, number>()
  const day = createClinicDay(random, { ...options, perHour })
  let event = day.next(false).value
  while (finished.length < options.patients) event = day.next(take(event)).value
  return finished.toSorted((a, b) => a.id - b.id)

  function take(event: DayEvent) {
    const now = new Date(opening + event.minute * MINUTE_MS).toISOString()
    if (event.action === 'register') return register(event.priorityReason, now)
    if (event.action === 'bring back') {
      return change(listed.values().find(isAway), { status: 'waiting' }, now)
    }
    const room = rooms[event.room] as Room
    if (event.action === 'call') return call(room, now)
    const patient = listed.get(inRooms.get(room.id) ?? 0)
    if (event.change.status !== 'in-progress') inRooms.delete(room.id)
    return change(patient, event.change, now)
  }

  function register(priorityReason: string | null, now: string) {
    const number = listed.size + finished.length + 1
    const id = index * 10_000 + number
    const entry = { action: 'registered', timestamp: now, roomName: null } as const
    const patient = aPatient({
      ...{ id, number, name: `PATIENT ${number}`, day: now.slice(0, 10), registeredAt: now },
      ...{ isPriority: priorityReason !== null, priorityReason },
      journey: [{ ...entry, requeueReason: null, fromRoom: null }],
    })
    listed.set(id, patient)
    return true
  }

  function call(room: Room, now: string) {
    const turn = { waitsFor: getWaitedFor(room), now, rules: DEFAULT_NEXT_RULES }
    const next = findNext([...listed.values()], turn)?.patient
    if (!next) return false
    inRooms.set(room.id, next.id)
    change(next, { status: 'called' }, now, room)
    if (turn.waitsFor === 'consultation') countDown()
    return true
  }

  function countDown() {
    for (const patient of listed.values()) {
      if (patient.hold?.kind === 'missed') patient.hold.callsLeft--
    }
  }

  function change(patient: Patient | undefined, to: StatusChange, now: string, room?: Room) {
    if (!patient) return false
    const changed = transition(patient, to, room ?? null, now).patient
    listed.set(changed.id, changed)
    if (isFinished(changed)) {
      listed.delete(changed.id)
      finished.push(changed)
    }
    return true
  }
}

function createRooms(count: number) {
  const rooms = Array.from({ length: count }, (_, n) => aRoom({ id: n + 2, name: `Room ${n + 1}` }))
  return [aRoom({ id: 1, name: DISPENSARY }), ...rooms]
}
