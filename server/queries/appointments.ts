import { listAppointments } from '#db/repositories/appointments'
import { listQueues } from '#db/repositories/queues'
import {
  type Appointment,
  getListDayProblem,
  isNear,
  toInstant,
} from '#domain/appointments/appointment'
import { type AppointmentList, parseAppointments } from '#domain/appointments/parse-appointments'
import { readAppointments } from '#domain/appointments/read-appointments'
import { DomainError } from '#domain/errors'
import { getOpeningHours } from '#domain/kiosk/kiosk'
import { LIST_FIELDS, type ListField, mapFields } from '#domain/patients/patient-fields'
import { type ClinicQueue, listActive } from '#domain/queues/patient-queue'
import { pluralize } from '#domain/text'
import { addDays } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { getSettings } from './settings.ts'

/** `at` is the instant of the appointment, ISO 8601. */
export type ExpectedAppointment = Appointment & { at: string }

/** Returns the day's appointments, and adjacent days' open appointments within 12 hours of now. */
export async function getListedAppointments(app: App, today = getCurrentDays(app).today) {
  const days = [addDays(today, -1), today, addDays(today, 1)]
  const all = await Promise.all(days.map(day => getAppointments(app, day)))
  const isListed = ({ day, at, patient }: ExpectedAppointment) =>
    day === today || (patient === null && isNear(at, app.now()))
  return all.flat().filter(isListed)
}

export function getAppointments(app: App, day: string) {
  const read = async (): Promise<ExpectedAppointment[]> => {
    const all = await app.read(db => listAppointments(db, day))
    return all.map(one => ({ ...one, at: toInstant(one, app.config.timeZone) }))
  }
  return app.cached(`appointments ${day}`, read, ['appointments', 'patients', 'queues'])
}

export async function hasAppointments(app: App) {
  const { takesAppointments } = await getSettings(app)
  return takesAppointments === 'true' || (await getListedAppointments(app)).length > 0
}

export type ListedAppointment = {
  [Field in ListField]?: string | null | undefined
} & { time: string; name: string; queueId?: number | null | undefined }

/** Checks every row. Throws a DomainError if the list is unreadable or belongs to another day. */
export async function readAppointmentList(
  app: App,
  day: string,
  content: string | ListedAppointment[],
): Promise<AppointmentList> {
  const dayProblem = getListDayProblem(day, getCurrentDays(app).today)
  if (dayProblem) throw new DomainError(dayProblem, { status: 400, field: 'day' })
  const queues = await app.read(listQueues)
  if (typeof content !== 'string') return readListed(content, day, queues)
  const hours = getOpeningHours(await getSettings(app))
  const list = parseAppointments(content, listActive(queues), day, hours)
  if ('problem' in list)
    throw new DomainError(list.problem, { status: 400, field: 'file', isPersonal: true })
  return list
}

/** `line` is the position in the list, starting at 1. */
function readListed(
  listed: ListedAppointment[],
  day: string,
  queues: ClinicQueue[],
): AppointmentList {
  const cells = listed.map(({ time, queueId, ...row }, index) => {
    const texts = mapFields(field => row[field] ?? '', LIST_FIELDS)
    const queue = queues.find(({ id }) => id === queueId)
    const problem = queueId && !queue?.isActive ? getQueueProblem(queueId, queue) : undefined
    return { line: index + 1, time, ...texts, queue: queue?.name ?? '', problem }
  })
  const texts = mapFields(field => field, LIST_FIELDS)
  const columns = { ...texts, time: 'time', queue: 'queueId', dates: [], statuses: [] }
  const read = readAppointments(cells, listActive(queues), day, null)
  return { columns, hasHeading: true, skipped: [], ...read }
}

function getQueueProblem(id: number, queue: ClinicQueue | undefined) {
  return queue ? `${queue.name} is not active.` : `There is no queue ${id}.`
}

/** Throws if any row has a problem, because a list is imported only as a whole. */
export function assertNoProblems({ problems }: Pick<AppointmentList, 'problems'>) {
  if (problems.length === 0) return
  const [first] = problems
  const count = pluralize(problems.length, 'row')
  throw new DomainError(
    `${count} cannot be read, so nothing was changed. Line ${first?.line}: ${first?.sentence}`,
    { status: 400, field: 'file', problems, isPersonal: true },
  )
}

const FIRST_ROWS = 5
const MAX_CUT_ROWS = 50

export async function checkList(app: App, day: string, content: string | ListedAppointment[]) {
  const { rows, problems, ...list } = await readAppointmentList(app, day, content)
  const cut = rows.filter(({ isCut }) => isCut)
  const times = rows.map(({ time }) => time).sort()
  const queues = await app.read(listQueues)
  const nameOf = (queueId: number | null) => queues.find(({ id }) => id === queueId)?.name ?? ''
  return {
    ...list,
    count: rows.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    cut: cut.length,
    cutRows: cut.slice(0, MAX_CUT_ROWS).map(({ line, name }) => ({ line, name })),
    first: rows.slice(0, FIRST_ROWS).map(row => ({ ...row, queueName: nameOf(row.queueId) })),
    problems,
  }
}

export type ListCheck = Awaited<ReturnType<typeof checkList>>
