import { setImmediate } from 'node:timers/promises'
import { listPatientsOfDay } from '#db/repositories/patients'
import type { Patient } from '#domain/patients/patient'
import {
  type Estimates,
  type Forecaster,
  type GetRange,
  getCoverage,
  type Histories,
  type Line,
  NO_HISTORY,
  type Replay,
  replayDay,
  toLine,
  type WaitingRange,
} from '#domain/queue/estimates'
import { getCallable, type WaitsFor } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { toQueueDay } from '#domain/queue/queue-day'
import { getQueueId, getRoomsOf } from '#domain/queues/patient-queue'
import { getCallableRooms, isDispensary } from '#domain/rooms/room'
import { addDays } from '#domain/time'
import { type App, getCurrentDays } from '../../context.ts'
import { getPatients, getQueues, getRooms, QUEUE_TABLES } from '../queue.ts'
import { getSettings } from '../settings.ts'

const PAST_DAYS = 7

export type ClinicEstimates = Estimates & { queues: ReadonlyMap<number, WaitingRange | null> }

export function getEstimates(app: App): Promise<ClinicEstimates> {
  const read = async () => {
    const [patients, { getRange, coverage }] = await Promise.all([
      getPatients(app),
      getForecaster(app),
    ])
    const now = app.now()
    const getRangeOf = (queueId: number | null) => {
      const served = new Set([queueId])
      const { length } = getCallable(patients, { waitsFor: 'consultation', served, now })
      return getRange(toLine(queueId), length)
    }
    const queueIds = new Set(patients.flatMap(({ queue }) => queue?.id ?? []))
    return {
      general: getRangeOf(null),
      dispensary: getRange(
        'dispensary',
        getCallable(patients, { waitsFor: 'dispensary', now }).length,
      ),
      queues: new Map([...queueIds].map(id => [id, getRangeOf(id)])),
      coverage,
    }
  }
  return app.cached('estimates', read, [...QUEUE_TABLES, 'settings'])
}

export function getForecaster(app: App): Promise<Forecaster> {
  // The forecaster is made once a minute, because one step changes the forecasts little.
  return app.cached('forecaster', () => readToday(app), [])
}

async function readToday(app: App): Promise<Forecaster> {
  const { today } = getCurrentDays(app)
  const past = await app.cached('past waits', () => readPast(app, today), [], today)
  const [listed, rooms, queues, rules] = await Promise.all([
    getPatients(app),
    getRooms(app),
    getQueues(app),
    getRules(app),
  ])
  const patients = listed.filter(({ day }) => day === today)
  const until = Date.parse(app.now())
  const replays = replayLines(patients, past, { rules, until })
  const callable = getCallableRooms(rooms)
  const openRooms = new Map<Line, number>([
    ['dispensary', rooms.filter(room => isDispensary(room) && room.isActive).length],
    ...[null, ...queues.map(({ id }) => id)].map(
      id => [toLine(id), getRoomsOf(id, queues, callable).length] as const,
    ),
  ])
  const judged = [...replays.values()].flatMap(one => one.judged)
  return { getRange: rememberRanges(replays, until, openRooms), coverage: getCoverage(judged) }
}

function rememberRanges(
  replays: ReadonlyMap<Line, Replay>,
  at: number,
  openRooms: ReadonlyMap<Line, number>,
): GetRange {
  const known = new Map<string, ReturnType<GetRange>>()
  return (line, ahead) => {
    const key = `${line} ${ahead}`
    if (!known.has(key)) {
      known.set(key, replays.get(line)?.forecast(ahead, at, openRooms.get(line) ?? 0) ?? null)
    }
    return known.get(key) ?? null
  }
}

async function readPast(app: App, today: string) {
  const rules = await getRules(app)
  let histories: Histories = new Map()
  for (let back = PAST_DAYS; back > 0; back--) {
    const day = addDays(today, -back)
    const patients = await app.read(db => listPatientsOfDay(db, day))
    if (patients.length === 0) continue
    const replays = replayLines(patients, histories, { rules, until: Number.POSITIVE_INFINITY })
    // A queue without patients that day keeps its earlier history.
    histories = new Map([...histories, ...replays])
    // Requests can be answered between two days.
    await setImmediate()
  }
  return histories
}

function replayLines(
  patients: Patient[],
  past: Histories,
  options: Parameters<typeof replayDay>[2],
): Map<Line, Replay> {
  const replay = (line: Line, waitsFor: WaitsFor, ofLine: Patient[]) => {
    const history = past.get(line)?.history ?? NO_HISTORY
    return [line, replayDay(toQueueDay(ofLine, waitsFor), history, options)] as const
  }
  const byQueue = [...Map.groupBy(patients, getQueueId)]
  return new Map([
    ...byQueue.map(([id, ofQueue]) => replay(toLine(id), 'consultation', ofQueue)),
    replay('dispensary', 'dispensary', patients),
  ])
}

async function getRules(app: App) {
  return toOrderRules(await getSettings(app)).next
}
