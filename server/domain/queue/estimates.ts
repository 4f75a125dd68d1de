import { MINUTE_MS } from '../time.ts'
import { getRankOf, getStartMs, type WaitsFor } from './next-patient.ts'
import type { NextRules } from './order-rules.ts'
import type { Arrival, QueueDay, RoomCall } from './queue-day.ts'

export type WaitingRange = { low: number; high: number }

/** A forecast made at `at` (ms), whose patient was called after `actual` minutes. */
export type Judged = { at: number; ahead: number; range: WaitingRange; actual: number }

type Coverage = { count: number; inside: number; longer: number }

/** Data that one day passes to the next: the newest gaps and the forecast errors, in minutes. */
export type History = { gaps: number[]; errorMinutes: number[] }

/** The lines with separate forecasts: General, the dispensary, and each queue. */
export type Line = WaitsFor | `queue ${number}`

export function toLine(queueId: number | null): Line {
  return queueId === null ? 'consultation' : `queue ${queueId}`
}

export type Histories = ReadonlyMap<Line, Pick<Replay, 'history'>>

export type GetRange = (line: Line, ahead: number) => WaitingRange | null
export type Estimates = Record<'general' | 'dispensary', WaitingRange | null> & {
  coverage: Coverage
}

export type Forecaster = { getRange: GetRange; coverage: Coverage }
export const NO_HISTORY: History = { gaps: [], errorMinutes: [] }

const PAST_GAPS = 40
const TODAY_GAPS = 20
const MIN_GAPS = 20
const MAX_ERRORS = 400
const MIN_ERRORS = 30
/** A room that has not called for this long is closed, or its doctor has a break. */
const ROOM_OPEN_MINUTES = 45
const LONGEST_GAP_MINUTES = 90
const SILENT_AFTER_GAPS = 3
const MIN_COVERAGE = 0.7
const JUDGED_FROM = 10
const SAMPLES = 60
/** Further gaps count as the mean, because that hardly changes the sum. */
const MAX_DRAWN = 100
/** The range has these quantiles of the sums of gaps, widened by MARGIN_QUANTILE of past errors. */
const RANGE_QUANTILES = { low: 0.2, high: 0.8 }
const MARGIN_QUANTILE = 0.8
const ROUND_MINUTES = 5

type Forecast = { at: number; ahead: number; base: WaitingRange; range: WaitingRange }

export type Replay = {
  history: History
  judged: Judged[]
  /** Returns the range for `ahead` people at `at` (ms); null if no range may be shown. */
  forecast(ahead: number, at: number, openRooms: number): WaitingRange | null
}

/** Replays a queue's day up to `until` (ms). First calls judge the forecasts made at arrival. */
export function replayDay(
  day: QueueDay,
  before: History,
  { rules, until }: { rules: NextRules; until: number },
): Replay {
  const state = createState(before)
  const waiting = createWaiting(day)
  const events: (Arrival | RoomCall)[] = [...day.arrivals, ...day.calls]
  for (const event of events.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)) {
    waiting.moveTo(event.at)
    if ('room' in event) state.addCall(event, waiting.hasOthers(event))
    else state.addArrival(event, waiting.countAhead(event, rules))
  }
  return state.toReplay()
}

/** Tracks the waiting patients at a time that may only increase, so a long day costs little. */
function createWaiting({ stays }: QueueDay) {
  const all = stays.map((stay, index) => ({ ...stay, index, startMs: getStartMs(stay) }))
  const coming = all.toSorted((a, b) => a.from - b.from)
  const leaving = all.filter(({ to }) => to !== null).sort((a, b) => Number(a.to) - Number(b.to))
  const arrived = new Map(all.map(stay => [`${stay.id} ${stay.from}`, stay]))
  const waiting = new Map<number, (typeof all)[number]>()
  let [come, left] = [0, 0]

  return {
    moveTo(at: number) {
      for (let stay = coming[come]; stay && stay.from <= at; stay = coming[++come]) {
        if (stay.to === null || stay.to > at) waiting.set(stay.id, stay)
      }
      for (let stay = leaving[left]; stay && Number(stay.to) <= at; stay = leaving[++left]) {
        if (waiting.get(stay.id) === stay) waiting.delete(stay.id)
      }
    },

    hasOthers: ({ id }: RoomCall) => waiting.size > (waiting.has(id) ? 1 : 0),

    /** Counts patients whom Call next would call first, at the time of this patient's arrival. */
    countAhead({ id, at }: Arrival, rules: NextRules) {
      const own = arrived.get(`${id} ${at}`)
      if (!own) return 0
      const ownRank = getRankOf(own, at - own.startMs, rules)
      let ahead = 0
      for (const stay of waiting.values()) {
        if (stay.id === id) continue
        const rank = getRankOf(stay, at - stay.startMs, rules)
        if (rank > ownRank || (rank === ownRank && stay.index < own.index)) ahead++
      }
      return ahead
    },
  }
}

function createState(before: History) {
  const today: number[] = []
  const errorMinutes = [...before.errorMinutes]
  const judged: Judged[] = []
  const pending = new Map<number, Forecast>()
  const lastCalls = new Map<string, { at: number; hadOthers: boolean }>()

  function countOpenRooms(at: number) {
    const since = at - ROOM_OPEN_MINUTES * MINUTE_MS
    return [...lastCalls.values()].filter(call => call.at >= since).length
  }

  function getBasis() {
    const newest = today.slice(-TODAY_GAPS)
    const pool = [...before.gaps.slice(-PAST_GAPS), ...newest, ...newest]
    const margin = errorMinutes.length < MIN_ERRORS ? 0 : getQuantile(errorMinutes, MARGIN_QUANTILE)
    return { margin, usualGap: getQuantile(pool, 0.5), sample: createSampler(pool) }
  }

  function toForecast(ahead: number, at: number, openRooms: number, basis = getBasis) {
    if (before.gaps.length + today.length < MIN_GAPS || openRooms === 0) return null
    const { margin, usualGap, sample } = basis()
    const newest = Math.max(...[...lastCalls.values()].map(call => call.at))
    if (at - newest > SILENT_AFTER_GAPS * usualGap * MINUTE_MS) return null
    const base = sample(ahead, openRooms)
    return { at, ahead, base, range: widen(base, margin) }
  }

  function judge(id: number, at: number) {
    const forecast = pending.get(id)
    if (!forecast) return
    pending.delete(id)
    const actual = Math.max(0, (at - forecast.at) / MINUTE_MS)
    const { base, ...made } = forecast
    errorMinutes.push(Math.max(base.low - actual, actual - base.high))
    if (errorMinutes.length > MAX_ERRORS) errorMinutes.shift()
    judged.push({ ...made, actual })
  }

  return {
    addArrival({ id, at }: Arrival, ahead: number) {
      const forecast = toForecast(ahead, at, countOpenRooms(at))
      if (forecast) pending.set(id, forecast)
    },

    addCall({ id, at, room }: RoomCall, hadOthers: boolean) {
      judge(id, at)
      const previous = lastCalls.get(room)
      const gap = previous ? (at - previous.at) / MINUTE_MS : 0
      if (previous?.hadOthers && gap > 0 && gap <= LONGEST_GAP_MINUTES) today.push(gap)
      lastCalls.set(room, { at, hadOthers })
    },

    toReplay(): Replay {
      const { count, inside } = getCoverage(judged)
      const isTooWrong = count >= JUDGED_FROM && inside / count < MIN_COVERAGE
      const basis = getBasis()
      return {
        history: { gaps: [...before.gaps, ...today].slice(-PAST_GAPS), errorMinutes },
        judged,
        forecast(ahead, at, openRooms) {
          if (isTooWrong) return null
          const rooms = Math.min(openRooms, countOpenRooms(at))
          return toForecast(ahead, at, rooms, () => basis)?.range ?? null
        },
      }
    },
  }
}

export function getCoverage(judged: Judged[]): Coverage {
  const isLonger = ({ range, actual }: Judged) => actual > range.high
  return {
    count: judged.length,
    inside: judged.filter(one => !isLonger(one) && one.actual >= one.range.low).length,
    longer: judged.filter(isLonger).length,
  }
}

/** Samples sums of a gap for each person ahead, and part of a gap because the rooms are busy. */
function createSampler(pool: number[]) {
  const mean = pool.reduce((sum, gap) => sum + gap, 0) / pool.length
  const known = new Map<number, number[]>()

  function draw(count: number) {
    return Array.from({ length: SAMPLES }, (_, sample) => {
      const random = createRandom(sample + 1)
      let sum = random() * pickGap(pool, random)
      for (let n = 0; n < count; n++) sum += pickGap(pool, random)
      return sum
    })
  }

  return (ahead: number, openRooms: number): WaitingRange => {
    const count = Math.min(ahead, MAX_DRAWN)
    const drawn = known.get(count) ?? draw(count)
    known.set(count, drawn)
    const sums = drawn.map(sum => (sum + (ahead - count) * mean) / openRooms)
    return {
      low: getQuantile(sums, RANGE_QUANTILES.low),
      high: getQuantile(sums, RANGE_QUANTILES.high),
    }
  }
}

function pickGap(pool: number[], random: () => number) {
  return pool[Math.floor(random() * pool.length)] ?? 0
}

/** Uses the same random numbers for every queue length, so a longer queue never waits less. */
function createRandom(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function widen({ low, high }: WaitingRange, margin: number): WaitingRange {
  const from = Math.floor(Math.max(0, low - margin) / ROUND_MINUTES) * ROUND_MINUTES
  const to = Math.ceil(Math.max(0, high + margin) / ROUND_MINUTES) * ROUND_MINUTES
  return { low: from, high: Math.max(to, from + ROUND_MINUTES) }
}

export function getQuantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
