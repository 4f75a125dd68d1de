import { addDays, getClinicDay } from '#domain/time'
import { aTimeZone } from '../../support/samples.ts'
import type { asClient } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'

/** The desk of each room also calls General, so that nobody is left for good. */
export const QUEUES = [
  { name: 'Dr. Lim', prefix: null, room: 'Room 1' },
  { name: 'Blood test', prefix: 'B', room: 'Room 2' },
  { name: 'X-ray', prefix: 'X', room: 'Room 3' },
]
/** It ends for a while in the middle of the day. */
export const ENDING_QUEUE = 'X-ray'
export const FIRST_NAMES = 'AHMAD,MEI LING,PRIYA,RAVI,SITI,O’BRIEN,陈伟明,கிருஷ்ணன்'.split(',')
const OPENING_HOUR = 8
const EVERY_MINUTES = 3

type Client = ReturnType<typeof asClient>

/** Returns the ids of the queues in their order. */
export async function setUpClinic({ send, addRoom }: Client) {
  await send(
    'PUT',
    '/api/settings',
    settingsBody({ ticketMode: 'screen', takesAppointments: 'true' }),
  )
  await addRoom('Room 3')
  const rooms: { id: number; name: string }[] = (await send('GET', '/api/windows')).body
  const ids: number[] = []
  for (const { room, ...queue } of QUEUES) {
    const roomIds = rooms.filter(({ name }) => name === room).map(({ id }) => id)
    const { body } = await send('POST', '/api/queues', { ...queue, roomIds, servesGeneral: true })
    ids.push(body.id)
  }
  return ids
}

type Row = { time: string; name: string; queue: string; queueId: number | null }

/** Appointments of one day; `letter` keeps the names of two days apart. */
export function createList(count: number, letter: string, queueIds: number[]): Row[] {
  return Array.from({ length: count }, (_, n) => {
    const minutes = OPENING_HOUR * 60 + n * EVERY_MINUTES
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${letter}${String(n + 1).padStart(2, '0')}`
    const place = n % (QUEUES.length + 1)
    return { time, name, queue: QUEUES[place]?.name ?? '', queueId: queueIds[place] ?? null }
  })
}

/** As reception pastes them. */
export function toCells(list: Row[]) {
  const rows = list.map(({ time, name, queue }) => [time, name, queue].join('\t'))
  return ['Time\tName\tQueue', ...rows].join('\n')
}

type Program = { send: Client['send']; queueIds: number[]; clock: { timeZone: string } }

/** Of this day and of the next; returns the first as cells. */
export async function uploadLists({ send, queueIds, clock }: Program, count: number) {
  const today = getClinicDay(new Date().toISOString(), aTimeZone(clock.timeZone))
  for (const [day, letter] of [
    [today, 'A'],
    [addDays(today, 1), 'T'],
  ] as const) {
    const list = createList(count, letter, queueIds).map(({ queue: _, ...row }) => row)
    const { status, body } = await send('PUT', `/api/appointments/${day}`, list)
    if (status !== 200) throw new Error(`the list of ${day} was refused: ${body.error}`)
  }
  return toCells(createList(count, 'A', queueIds))
}
