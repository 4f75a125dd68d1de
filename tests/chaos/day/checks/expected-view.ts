import type { DatabaseDump } from '../../kills/verify-data.ts'

/** Lines by section, as seen on a screen. */
export type View = Record<string, string[]>

export type Card = { number: string; name: string; status: string; room: string }

const RECENT = 10
const TV_ROWS = 3
const DISPENSARY = 'DISPENSARY'
const UNFINISHED_LISTED_MS = 12 * 60 * 60_000

export function formatCard({ number, name, status, room }: Card) {
  return `${number} ${name}, ${status}${room && `, ${room}`}`
}

type Rows = Pick<DatabaseDump, 'patients' | 'rooms' | 'calls'>
/** The program's time, in ms, and how far its zone is ahead of UTC. */
export type ClinicTime = { nowMs: number; offsetMs: number }

export function getDay(ms: number, { offsetMs }: ClinicTime) {
  return new Date(ms + offsetMs).toISOString().slice(0, 10)
}

/** The expected view from the rows, on purpose without the code that server and screens share. */
export function getExpectedView(rows: Rows, time: ClinicTime): View {
  const roomName = (id: number | null) => rooms.find(room => room.id === id)?.name ?? ''
  const { rooms } = rows
  const today = getDay(time.nowMs, time)
  const kept = rows.patients.filter(({ deletedAt }) => deletedAt === null)
  // Of the day before only those who are unfinished and came in the last 12 hours.
  const isListed = ({ day, status, registeredAt }: Patient) =>
    day === today ||
    (status !== 'completed' && time.nowMs - Date.parse(registeredAt) < UNFINISHED_LISTED_MS)
  const patients = kept.filter(isListed)
  const todays = patients.filter(({ day }) => day === today)
  const cards = (matches: (patient: Patient) => boolean) =>
    patients.filter(matches).map(patient => formatCard(cardOf(patient, roomName(patient.windowId))))

  const isCalled = ({ status }: Patient) => status === 'called' || status === 'in-progress'
  const isDispensaryPatient = (patient: Patient) =>
    patient.isForDispensary === 1 || roomName(patient.windowId) === DISPENSARY
  const isWaiting = (patient: Patient) =>
    ['waiting', 'requeue'].includes(patient.status) && !isDispensaryPatient(patient)

  const lastCalls = new Map(rows.calls.map(call => [call.patientId, call]))
  const called = kept
    .flatMap(patient => {
      const call = lastCalls.get(patient.id)
      return call ? [{ patient, call }] : []
    })
    .sort((a, b) => b.call.sequence - a.call.sequence)
  const current = called.find(({ patient }) => isCalled(patient) && isListed(patient))
  const isOfToday = ({ call }: (typeof called)[number]) =>
    getDay(Date.parse(call.calledAt), time) === today
  const history = called.filter(a => a !== current && isOfToday(a))
  const formatTvLine = ({ patient, call }: (typeof called)[number]) =>
    `${patient.name}, ${call.room}`
  const count = (matches: (patient: Patient) => boolean) => String(patients.filter(matches).length)

  return {
    allPatients: cards(() => true),
    'Priority Patients': cards(patient => isWaiting(patient) && patient.isPriority === 1),
    'Waiting Patients': cards(patient => isWaiting(patient) && patient.isPriority === 0),
    'Active Patients': cards(patient => isCalled(patient) && !isDispensaryPatient(patient)),
    'Dispensary, priority': cards(
      patient => isDispensaryPatient(patient) && patient.isPriority === 1,
    ),
    'Dispensary, waiting': cards(
      patient => isDispensaryPatient(patient) && patient.isPriority === 0,
    ),
    rooms: rooms.map(({ id, name }) => {
      const inside = patients.find(({ windowId }) => windowId === id)
      return inside ? `${name}: ${formatNumber(inside.number)}` : name
    }),
    'rooms to call from': rooms
      .filter(({ name, isActive }) => isActive === 1 && name !== DISPENSARY)
      .map(({ id, name }) => {
        const inside = patients.find(({ windowId }) => windowId === id)
        return inside ? `${name} (${formatNumber(inside.number)})` : name
      }),
    'current call': [current ? formatTvLine(current) : 'N/A'],
    history: history.map(formatTvLine),
    'history on TV': history.slice(0, TV_ROWS).map(formatTvLine),
    'next number': [formatNumber(getNextNumber(rows.patients.filter(({ day }) => day === today)))],
    'recent registrations': todays
      .slice(-RECENT)
      .reverse()
      .map(({ number, name }) => `${formatNumber(number)} ${name}`),
    'total registered': [String(todays.length)],
    counts: [
      count(isWaiting),
      count(isCalled),
      count(({ status, day }) => status === 'completed' && day === today),
      String(rooms.filter(({ isActive }) => isActive === 1).length),
    ],
  }
}

type Patient = DatabaseDump['patients'][number]

function getNextNumber(todays: Patient[]) {
  return Math.max(0, ...todays.map(({ number }) => number)) + 1
}

function cardOf({ number, name, status }: Patient, room: string): Card {
  return { number: formatNumber(number), name, status, room }
}

export function formatNumber(number: number) {
  return `#${String(number).padStart(3, '0')}`
}
