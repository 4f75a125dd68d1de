import { addDays, getClinicDay } from '#domain/time'
import { aTimeZone } from '../../support/samples.ts'
import { settingsBody } from '../../support/settings.ts'
import { addRoomsAndQueues, type Client, QUEUES, uploadAppointments } from '../clinic.ts'
import { type Check, createCheck } from '../ledger.ts'
import type { Day } from './faults.ts'
import type { DayProgram } from './program.ts'

const ENDING_QUEUE = 'X-ray'
const ENDS_AT = 0.3
const BEGINS_AGAIN_AT = 0.45
const RETRY_MS = 500
export const FIRST_NAMES = 'AHMAD,MEI LING,PRIYA,RAVI,SITI,O’BRIEN,陈伟明,கிருஷ்ணன்'.split(',')
const OPENING_HOUR = 8
const EVERY_MINUTES = 3

export async function setUpClinic(client: Client) {
  const settings = settingsBody({ ticketMode: 'screen', takesAppointments: 'true' })
  await client.put('/api/settings', settings)
  return (await addRoomsAndQueues(client, ['Room 3'], false)).queueIds
}

/** Uploads the appointments of this day and the next; returns the first as reception pastes them. */
export async function uploadLists({ admin, queueIds, clock }: DayProgram, count: number) {
  const today = getClinicDay(new Date().toISOString(), aTimeZone(clock.timeZone))
  for (const [letter, day] of Object.entries({ A: today, T: addDays(today, 1) })) {
    const list = createList(count, letter).map(({ place, ...row }) => {
      return { ...row, queueId: queueIds[place] ?? null }
    })
    await uploadAppointments(admin(), day, list)
  }
  const rows = createList(count, 'A').map(({ time, name, place }) =>
    [time, name, QUEUES[place]?.name].join('\t'),
  )
  return ['Time\tName\tQueue', ...rows].join('\n')
}

/** `letter` keeps the names of two days apart; `place` is the queue's, or one more for General. */
function createList(count: number, letter: string) {
  return Array.from({ length: count }, (_, n) => {
    const minutes = OPENING_HOUR * 60 + n * EVERY_MINUTES
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${letter}${String(n + 1).padStart(2, '0')}`
    return { time, name, place: n % (QUEUES.length + 1) }
  })
}

type Listed = { status: string; queue: { name: string } | null }

/** An administrator ends a queue and lets it begin again, through whatever goes wrong meanwhile. */
export async function switchQueue({ program, dayMs, log }: Day): Promise<Check[]> {
  const { admin } = program
  const startedAt = Date.now()
  const sleepUntil = (share: number) =>
    Bun.sleep(Math.max(0, startedAt + dayMs * share - Date.now()))

  await sleepUntil(ENDS_AT)
  await setActive(false)
  const listed: Listed[] = await untilDone(() => admin().send('GET', '/api/patients'))
  const left = listed.filter(
    ({ queue, status }) =>
      queue?.name === ENDING_QUEUE && !['completed', 'no-show'].includes(status),
  )
  log(`${ENDING_QUEUE} deactivated`)
  await sleepUntil(BEGINS_AGAIN_AT)
  await setActive(true)
  log(`${ENDING_QUEUE} activated`)
  const error = `${left.length} wait in ${ENDING_QUEUE}, which is not active`
  return [createCheck('queues', left.length === 0, error)]

  function setActive(isActive: boolean) {
    return untilDone(async () => {
      const { body: queues } = await admin().send('GET', '/api/queues')
      const { id, ...queue } = queues.find(({ name }: { name: string }) => name === ENDING_QUEUE)
      return admin().put(`/api/queues/${id}`, { ...queue, isActive })
    })
  }
}

/** Tries again one after another, so that an older write cannot come after a newer one. */
async function untilDone(send: () => ReturnType<Client['send']>) {
  for (;;) {
    const answer = await send().catch(() => null)
    if (answer?.status === 200) return answer.body
    await Bun.sleep(RETRY_MS)
  }
}
