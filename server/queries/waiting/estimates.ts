import { setImmediate } from 'node:timers/promises'
import { listPatientsOfDay } from '#db/repositories/patients'
import type { Patient } from '#domain/patients/patient'
import {
  type Estimates,
  type Forecaster,
  type GetRange,
  getCoverage,
  type Histories,
  NO_HISTORY,
  type Replay,
  replayDay,
} from '#domain/queue/estimates'
import { getCallable, type Queue } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { toQueueDay } from '#domain/queue/queue-day'
import { getCallableRooms, isDispensary } from '#domain/rooms/room'
import { addDays, MINUTE_MS } from '#domain/time'
import { type App, getCurrentDays } from '../../context.ts'
import { getPatients, getRooms, QUEUE_TABLES } from '../queue.ts'
import { getSettings } from '../settings.ts'

const PAST_DAYS = 7

export function getEstimates(app: App): Promise<Estimates> {
  const read = async () => {
    const [patients, { getRange, coverage }] = await Promise.all([
      getPatients(app),
      getForecaster(app),
    ])
    const countWaiting = (queue: Queue) => getCallable(patients, { queue, now: app.now() }).length
    return {
      general: getRange('consultation', countWaiting('consultation')),
      dispensary: getRange('dispensary', countWaiting('dispensary')),
      coverage,
    }
  }
  return app.cached('estimates', read, [...QUEUE_TABLES, 'settings'])
}

export function getForecaster(app: App): Promise<Forecaster> {
  const minute = Math.floor(Date.parse(app.now()) / MINUTE_MS)
  return app.estimates.today(`${minute}`, () => readToday(app))
}

async function readToday(app: App): Promise<Forecaster> {
  const { today } = getCurrentDays(app)
  const past = await app.estimates.past(today, () => readPast(app, today))
  const [listed, rooms, rules] = await Promise.all([getPatients(app), getRooms(app), getRules(app)])
  const patients = listed.filter(({ day }) => day === today)
  const until = Date.parse(app.now())
  const replays = replayQueues(patients, past, { rules, until })
  const openRooms = {
    consultation: getCallableRooms(rooms).length,
    dispensary: rooms.filter(room => isDispensary(room) && room.isActive).length,
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
    if (!known.has(key)) known.set(key, replays[queue].forecast(ahead, at, openRooms[queue]))
    return known.get(key) ?? null
  }
}

const NEW_CLINIC: Histories = {
  consultation: { history: NO_HISTORY },
  dispensary: { history: NO_HISTORY },
}

async function readPast(app: App, today: string) {
  let past = NEW_CLINIC
  for await (const { replays } of replayPastDays(app, today, PAST_DAYS)) past = replays
  return past
}

export async function* replayPastDays(app: App, today: string, count: number) {
  const rules = await getRules(app)
  let past = NEW_CLINIC
  for (let back = count; back > 0; back--) {
    const day = addDays(today, -back)
    const patients = await app.read(db => listPatientsOfDay(db, day))
    if (patients.length === 0) continue
    const replays = replayQueues(patients, past, { rules, until: Number.POSITIVE_INFINITY })
    past = replays
    yield { day, replays }
    // Requests are answered between two days.
    await setImmediate()
  }
}

function replayQueues(
  patients: Patient[],
  past: Histories,
  options: Parameters<typeof replayDay>[2],
): Record<Queue, Replay> {
  const replay = (queue: Queue) =>
    replayDay(toQueueDay(patients, queue), past[queue].history, options)
  return { consultation: replay('consultation'), dispensary: replay('dispensary') }
}

async function getRules(app: App) {
  return toOrderRules(await getSettings(app)).next
}
