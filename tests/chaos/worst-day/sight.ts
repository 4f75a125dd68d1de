import type { Seen } from '../kills/proof.ts'

/** What somebody sees, line by line, under the name of the place where it stands. */
export type Sight = Record<string, string[]>

export type Card = { number: string; name: string; status: string; room: string }

const RECENT = 10
const TV_ROWS = 3
const DISPENSARY = 'DISPENSARY'

export function lineOf({ number, name, status, room }: Card) {
  return `${number} ${name}, ${status}${room && `, ${room}`}`
}

/**
 * What has to be seen everywhere, told from the rows alone: on purpose not by the rules that server and
 * screens share.
 */
export function sightOf(rows: Seen): Sight {
  const roomName = (id: number | null) => rooms.find(room => room.id === id)?.name ?? ''
  const { rooms } = rows
  const patients = rows.patients.filter(({ deletedAt }) => deletedAt === null)
  const cards = (which: (patient: Patient) => boolean) =>
    patients.filter(which).map(patient => lineOf(cardOf(patient, roomName(patient.windowId))))

  const isInside = ({ status }: Patient) => status === 'called' || status === 'in-progress'
  const isForMedicine = (patient: Patient) =>
    patient.isForDispensary === 1 || roomName(patient.windowId) === DISPENSARY
  const waits = (patient: Patient) =>
    ['waiting', 'requeue'].includes(patient.status) && !isForMedicine(patient)

  const lastCalls = new Map(rows.calls.map(call => [call.patientId, call]))
  const called = patients
    .flatMap(patient => {
      const call = lastCalls.get(patient.id)
      return call ? [{ patient, call }] : []
    })
    .sort((one, other) => other.call.sequence - one.call.sequence)
  const current = called.find(({ patient }) => isInside(patient))
  const history = called.filter(one => one !== current)
  const onTv = ({ patient, call }: (typeof called)[number]) => `${patient.name}, ${call.room}`
  const count = (which: (patient: Patient) => boolean) => String(patients.filter(which).length)

  return {
    everybody: cards(() => true),
    'Priority Patients': cards(patient => waits(patient) && patient.isPriority === 1),
    'Waiting Patients': cards(patient => waits(patient) && patient.isPriority === 0),
    'Active Patients': cards(patient => isInside(patient) && !isForMedicine(patient)),
    'Dispensary, priority': cards(patient => isForMedicine(patient) && patient.isPriority === 1),
    'Dispensary, waiting': cards(patient => isForMedicine(patient) && patient.isPriority === 0),
    rooms: rooms.map(({ id, name }) => {
      const inside = patients.find(({ windowId }) => windowId === id)
      return inside ? `${name}: ${padded(inside.number)}` : name
    }),
    'rooms to call from': rooms
      .filter(({ name, isActive }) => isActive === 1 && name !== DISPENSARY)
      .map(({ id, name }) => {
        const inside = patients.find(({ windowId }) => windowId === id)
        return inside ? `${name} (${padded(inside.number)})` : name
      }),
    'current call': [current ? onTv(current) : 'N/A'],
    history: history.map(onTv),
    'history on TV': history.slice(0, TV_ROWS).map(onTv),
    'next number': [padded(Math.max(0, ...rows.patients.map(({ number }) => number)) + 1)],
    'recent registrations': patients
      .slice(-RECENT)
      .reverse()
      .map(({ number, name }) => `${padded(number)} ${name}`),
    'total registered': [String(patients.length)],
    counts: [
      count(waits),
      count(isInside),
      count(({ status }) => status === 'completed'),
      String(rooms.filter(({ isActive }) => isActive === 1).length),
    ],
  }
}

type Patient = Seen['patients'][number]

function cardOf({ number, name, status }: Patient, room: string): Card {
  return { number: padded(number), name, status, room }
}

export function padded(number: number) {
  return `#${String(number).padStart(3, '0')}`
}
