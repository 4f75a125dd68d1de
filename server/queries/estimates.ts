import { listPatientsOfDay } from '#db/repositories/patients'
import {
  type Experiences,
  type Forecaster,
  type GetRange,
  getCoverage,
  NO_EXPERIENCE,
  type Replay,
  replayDay,
} from '#domain/queue/estimates'
import { getCallOrder, type Queue } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { toQueueDay } from '#domain/queue/queue-day'
import { DISPENSARY, getCallableRooms } from '#domain/rooms/room'
import { DAY_MS, getClinicDay, MINUTE_MS } from '#domain/time'
import { type App, getListedRange } from '../context.ts'
import { getPatients, getRooms } from './queue.ts'
import { getSettings } from './settings.ts'

const PAST_DAYS = 7

export async function getEstimates(app: App) {
  const [patients, rules, { getRange, coverage }] = await Promise.all([
    getPatients(app),
    getRules(app),
    getToday(app),
  ])
  const countWaiting = (queue: Queue) =>
    getCallOrder(patients, { queue, now: app.now(), rules }).length
  return {
    general: getRange('consultation', countWaiting('consultation')),
    dispensary: getRange('dispensary', countWaiting('dispensary')),
    coverage,
  }
}

/** The range of minutes for somebody with so many people before them. */
export async function getRangeFor(app: App): Promise<GetRange> {
  return (await getToday(app)).getRange
}

function getToday(app: App): Promise<Forecaster> {
  const minute = Math.floor(Date.parse(app.now()) / MINUTE_MS)
  return app.estimates.today(`${minute}`, () => readToday(app))
}

async function readToday(app: App): Promise<Forecaster> {
  const { today } = getListedRange(app)
  const past = await app.estimates.past(today, () => readPast(app, today))
  const [listed, rooms, rules] = await Promise.all([getPatients(app), getRooms(app), getRules(app)])
  const patients = listed.filter(({ day }) => day === today)
  const until = Date.parse(app.now())
  const replay = (queue: Queue) =>
    replayDay(toQueueDay(patients, queue), past[queue], { rules, until })
  const replays = { consultation: replay('consultation'), dispensary: replay('dispensary') }
  const openRooms = {
    consultation: getCallableRooms(rooms).length,
    dispensary: rooms.filter(({ name, isActive }) => name === DISPENSARY && isActive).length,
  }
  const judged = Object.values(replays).flatMap(one => one.judged)
  return { getRange: rememberRanges(replays, until, openRooms), coverage: getCoverage(judged) }
}

function rememberRanges(
  replays: Record<Queue, Replay>,
  at: number,
  openRooms: Record<Queue, number>,
): GetRange {
  const known = new Map<string, ReturnType<GetRange>>()
  return (queue, ahead) => {
    const key = `${queue} ${ahead}`
    const range = known.get(key) ?? replays[queue].forecast(ahead, at, openRooms[queue])
    known.set(key, range)
    return range
  }
}

async function readPast(app: App, today: string): Promise<Experiences> {
  let past: Experiences = { consultation: NO_EXPERIENCE, dispensary: NO_EXPERIENCE }
  for await (const { replays } of replayExperiencess(app, today, PAST_DAYS)) {
    past = {
      consultation: replays.consultation.experience,
      dispensary: replays.dispensary.experience,
    }
  }
  return past
}

/** The days before `today` that had patients, the oldest first. Each is read and replayed by itself. */
export async function* replayExperiencess(app: App, today: string, count: number) {
  const rules = await getRules(app)
  let experience: Experiences = { consultation: NO_EXPERIENCE, dispensary: NO_EXPERIENCE }
  for (let back = count; back > 0; back--) {
    const day = getDayBefore(today, back)
    const patients = await app.read(db => listPatientsOfDay(db, day))
    if (patients.length === 0) continue
    const replay = (queue: Queue) =>
      replayDay(toQueueDay(patients, queue), experience[queue], { rules, until: Infinity })
    const replays = { consultation: replay('consultation'), dispensary: replay('dispensary') }
    experience = {
      consultation: replays.consultation.experience,
      dispensary: replays.dispensary.experience,
    }
    yield { day, replays }
  }
}

function getDayBefore(day: string, back: number) {
  return getClinicDay(new Date(Date.parse(day) - back * DAY_MS).toISOString(), 'UTC')
}

async function getRules(app: App) {
  return toOrderRules(await getSettings(app)).next
}
