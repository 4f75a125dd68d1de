import type { JourneyEntry, Patient } from '#domain/patients/patient'
import { findNext } from '#domain/queue/next-patient'
import type { NextRules } from '#domain/queue/next-rules'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import type { SeededRandom } from '../chaos/seeded-random.ts'
import { aPatient } from './samples.ts'

const OPENING = Date.parse('2026-11-20T00:00:00.000Z')
/** More come in the morning: the share of the day's patients in each of its hours. */
const HOURS = [0.19, 0.18, 0.15, 0.12, 0.09, 0.1, 0.1, 0.07]
const SHARES = { priority: 0.25, missed: 0.06, requeued: 0.08, dispensary: 0.6 }
const MISSED_MINUTES = 1.5
const MISSED_RETURNS_AFTER_CALLS = 3
const LUNCH = { from: 240, to: 300 }

type Options = {
  patients: number
  rooms: number
  rules: NextRules
  /** The share of patients with an appointment, and whether the order of calling knows them. */
  appointments?: { share: number; areKnown: boolean }
}
type Person = { patient: Patient; missesFirst: boolean; hasTest: boolean; needsMedicine: boolean }
type Room = { name: string; freeAt: number; pace: number; hasLunch: boolean }

/**
 * A clinic's day from opening until the last patient, with the journeys that the program would have
 * kept.
 */
export function simulateDay(random: SeededRandom, index: number, options: Options): Patient[] {
  const { appointments = { share: 0, areKnown: true } } = options
  const opening = OPENING + index * DAY_MS
  const coming = Array.from({ length: options.patients }, () => getArrival(random))
    .toSorted((a, b) => a - b)
    .map((minute, n) => createPerson(random, opening, minute, index * 10_000 + n + 1))
  for (const { patient } of coming) addAppointment(random, patient, appointments.share)
  const rooms = createRooms(random, options.rooms)
  const counter: Room = { name: 'DISPENSARY', freeAt: 0, pace: 1.4, hasLunch: false }
  const people = new Map(coming.map(person => [person.patient.id, person]))
  const toTime = (minute: number) => new Date(opening + minute * MINUTE_MS).toISOString()
  let listed: Patient[] = []
  let minute = 0
  let inRow = 0

  while (coming.length > 0 || listed.length > 0) {
    while (
      coming[0] &&
      Date.parse(coming[0].patient.registeredAt) <= opening + minute * MINUTE_MS
    ) {
      listed.push((coming.shift() as Person).patient)
    }
    for (const room of [...rooms, counter]) callNext(room)
    minute += 0.25
  }
  return [...people.values()].map(({ patient }) => patient)

  function callNext(room: Room) {
    const isLunch = room.hasLunch && minute >= LUNCH.from && minute < LUNCH.to
    if (room.freeAt > minute || isLunch) return
    const waitsFor = room === counter ? 'dispensary' : 'consultation'
    const now = toTime(minute)
    const turn = { waitsFor, now, rules: options.rules, appointmentsInRow: inRow } as const
    const next = findNext(appointments.areKnown ? listed : listed.map(withoutTime), turn)?.patient
    if (!next) return
    const person = people.get(next.id) as Person
    listed = listed.filter(({ id }) => id !== next.id)
    log(person.patient, 'called', now, room.name)
    if (waitsFor === 'consultation') {
      inRow = person.patient.appointmentAt ? inRow + 1 : 0
      for (const { hold } of listed) if (hold?.kind === 'missed') hold.callsLeft--
    }
    serve(room, person)
  }

  function serve(room: Room, person: Person) {
    const { patient } = person
    const isMissed = room !== counter && person.missesFirst
    const takes = isMissed ? MISSED_MINUTES : room.pace * (1 - Math.log(1 - random.next()) * 1.2)
    room.freeAt = minute + takes
    const end = toTime(room.freeAt)
    patient.hold = null
    if (isMissed) {
      person.missesFirst = false
      log(patient, 'missed', end)
      patient.hold = { kind: 'missed', callsLeft: MISSED_RETURNS_AFTER_CALLS }
      listed.push(patient)
    } else if (room !== counter && person.hasTest) {
      person.hasTest = false
      log(patient, 'requeue', end)
      patient.hold = { kind: 'timed', until: toTime(room.freeAt + random.between(10, 40)) }
      listed.push(patient)
    } else if (room !== counter && person.needsMedicine) {
      log(patient, 'dispensary', end)
      patient.readyForDispensary = true
      listed.push(patient)
    } else log(patient, 'completed', end)
  }
}

/** Most come some minutes early, a few late. */
function addAppointment(random: SeededRandom, patient: Patient, share: number) {
  if (share === 0 || !random.happens(share)) return
  const early = random.happens(0.8) ? random.between(0, 25) : -random.between(0, 20)
  const at = Date.parse(patient.registeredAt) + early * MINUTE_MS
  patient.appointmentAt = new Date(at).toISOString()
}

function withoutTime({ appointmentAt: _, ...patient }: Patient): Patient {
  return patient
}

function getArrival(random: SeededRandom) {
  let left = random.next()
  const hour = HOURS.findIndex(share => {
    left -= share
    return left < 0
  })
  return (hour < 0 ? HOURS.length - 1 : hour) * 60 + random.between(0, 60)
}

function createPerson(random: SeededRandom, opening: number, minute: number, id: number): Person {
  const registeredAt = new Date(opening + minute * MINUTE_MS).toISOString()
  const patient = aPatient({
    id,
    number: id % 10_000,
    day: new Date(opening).toISOString().slice(0, 10),
    registeredAt,
    isPriority: random.happens(SHARES.priority),
    journey: [],
  })
  log(patient, 'registered', registeredAt)
  return {
    patient,
    missesFirst: random.happens(SHARES.missed),
    hasTest: random.happens(SHARES.requeued),
    needsMedicine: random.happens(SHARES.dispensary),
  }
}

/** Doctors differ, and so do days. */
function createRooms(random: SeededRandom, count: number): Room[] {
  const day = random.between(0.85, 1.15)
  return Array.from({ length: count }, (_, index) => ({
    name: `Room ${index + 1}`,
    freeAt: 0,
    pace: 3.4 * day * random.between(0.75, 1.3),
    hasLunch: index % 2 === 0,
  }))
}

function log(
  patient: Patient,
  action: JourneyEntry['action'],
  timestamp: string,
  roomName: string | null = null,
) {
  patient.journey.push({ action, timestamp, roomName, requeueReason: null, fromRoom: null })
}
