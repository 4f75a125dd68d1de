import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  confirmDate,
  getDateDoubt,
  isHeld,
  observeDate,
  type SteadyDate,
} from '#domain/steady-date'
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'

const START = Date.parse('2026-11-20T02:00:00.000Z')
const JUMPS = [DAY_MS, 40 * DAY_MS, 400 * DAY_MS, 10 * YEAR_MS].flatMap(ms => [ms, -ms])

/**
 * A clinic's computer: `run` looks each minute, `jump` sets its clock, `stop` ends the program, and
 * the next one finds the clock on by so much.
 */
function createComputer() {
  let wallAt = START
  let ranMs = 0
  /** Null in a new program, which has not looked yet. */
  let keptAt: number | null = 0
  let date = observeDate(null, { wallAt, elapsedMs: 0, ranMs })
  let seen = date
  function look(ms: number, elapsedMs = ms) {
    wallAt += ms
    ranMs += elapsedMs
    seen = observeDate(date, { wallAt, elapsedMs: keptAt === null ? 0 : ranMs - keptAt, ranMs })
    if (seen.isUnset) return
    date = seen
    keptAt = ranMs
  }
  return {
    run(ms: number) {
      for (let left = ms; left > 0; left -= MINUTE_MS) look(Math.min(left, MINUTE_MS))
    },
    jump(ms: number) {
      wallAt += ms
    },
    stop(ms: number) {
      ranMs = 0
      keptAt = null
      look(ms, 0)
    },
    look,
    confirm() {
      date = confirmDate(wallAt)
      seen = date
    },
    date: () => seen,
    isHeld: (ageMs?: number) => isHeld(seen, ageMs),
    doubt: () => getDateDoubt(seen),
  }
}

function createOldComputer() {
  const computer = createComputer()
  computer.run(2 * DAY_MS)
  return computer
}

test('a new clinic trusts its date after a day, or when a person confirms it', () => {
  const computer = createComputer()
  computer.run(DAY_MS - MINUTE_MS)
  expect(computer.isHeld()).toBe(false)
  computer.run(MINUTE_MS)
  expect([computer.isHeld(), computer.doubt()]).toEqual([true, null])
  const other = createComputer()
  other.confirm()
  expect(other.isHeld()).toBe(true)
})

test('what lasts minutes needs as many minutes of a steady clock', () => {
  const computer = createComputer()
  computer.run(10 * MINUTE_MS)
  expect([computer.isHeld(10 * MINUTE_MS), computer.isHeld(HOUR_MS)]).toEqual([true, false])
  expect(computer.isHeld(400 * DAY_MS)).toBe(false)
})

describe.each(JUMPS)('a clock that jumps by %d ms', ms => {
  test.each(['while it runs', 'while it is off'])('%s waits for a day', when => {
    const computer = createOldComputer()
    if (when === 'while it runs') computer.jump(ms)
    else computer.stop(ms)
    computer.run(DAY_MS - MINUTE_MS)
    expect(computer.isHeld()).toBe(false)
    // A clock that is behind at a start has some minutes to be set.
    computer.run(12 * MINUTE_MS)
    expect([computer.isHeld(), computer.doubt()]).toEqual([true, null])
  })

  test('is told once an administrator should judge it, and no longer after that', () => {
    const computer = createOldComputer()
    computer.jump(ms)
    computer.run(MINUTE_MS)
    expect(computer.date().jumpedFrom).toBe(START + 2 * DAY_MS)
    computer.confirm()
    expect([computer.isHeld(), computer.doubt()]).toEqual([true, null])
    computer.jump(-ms)
    computer.run(MINUTE_MS)
    expect([computer.isHeld(), computer.doubt()]).toEqual([false, 'jumped'])
  })
})

test('small corrections and the change of a second do not count', () => {
  const computer = createOldComputer()
  for (const ms of [-2 * MINUTE_MS, 2 * MINUTE_MS, -1_000, 1_000, 4 * MINUTE_MS]) {
    computer.jump(ms)
    computer.run(HOUR_MS)
    expect(computer.isHeld()).toBe(true)
  }
})

test('a computer that is off each night gets its day together, without a question', () => {
  for (const offMs of [9 * HOUR_MS, 15 * HOUR_MS, 20 * HOUR_MS]) {
    const computer = createComputer()
    for (let night = 0; night < 6; night++) {
      computer.run(DAY_MS - offMs)
      computer.stop(offMs)
      expect(computer.doubt()).toBeNull()
    }
    computer.run(DAY_MS - offMs)
    expect(computer.isHeld()).toBe(true)
  }
})

test('a clock that stands still while the computer is off, and is set at its start, is a night', () => {
  const computer = createOldComputer()
  computer.stop(MINUTE_MS)
  computer.jump(14 * HOUR_MS)
  computer.run(HOUR_MS)
  expect([computer.isHeld(), computer.doubt()]).toEqual([true, null])
})

test('after a weekend it waits, asks nobody, and is trusted again within the week', () => {
  const computer = createOldComputer()
  for (let week = 0; week < 3; week++) {
    for (let day = 0; day < 5; day++) {
      computer.run(9 * HOUR_MS)
      if (day < 4) computer.stop(15 * HOUR_MS)
    }
    expect(computer.isHeld()).toBe(true)
    computer.stop(63 * HOUR_MS)
    expect([computer.isHeld(), computer.doubt()]).toEqual([false, null])
  }
})

/** Each in ms: where the clock stands at the start, from where it was, and when it is set. */
const WITHOUT_BATTERY = {
  'saves its time when it ends': { behindMs: 0, setAfterMs: MINUTE_MS },
  'saves its time once an hour': { behindMs: 50 * MINUTE_MS, setAfterMs: 3 * MINUTE_MS },
  'starts in 1970': { behindMs: START, setAfterMs: 9 * MINUTE_MS },
}

test.each(Object.entries(WITHOUT_BATTERY))(
  'a computer whose clock is set after its start, and %s, is never asked, and holds each week',
  (_, { behindMs, setAfterMs }) => {
    const computer = createComputer()
    const doubts = new Set<string | null>()
    const run = (ms: number) => {
      for (let left = ms; left > 0; left -= MINUTE_MS) {
        computer.run(MINUTE_MS)
        doubts.add(computer.doubt())
      }
    }
    const turnOn = (offMs: number) => {
      computer.stop(-behindMs)
      doubts.add(computer.doubt())
      run(setAfterMs)
      computer.jump(behindMs + offMs - setAfterMs)
    }
    for (let week = 0; week < 4; week++) {
      for (let day = 0; day < 5; day++) {
        run(9 * HOUR_MS)
        if (day === 3) expect(computer.isHeld()).toBe(true)
        turnOn(day < 4 ? 15 * HOUR_MS : 63 * HOUR_MS)
      }
    }
    expect([...doubts]).toEqual([null])
  },
)

test('a clock that is behind for ten minutes after a start is not held, and asked about then', () => {
  for (const ms of [HOUR_MS, DAY_MS, 40 * DAY_MS]) {
    const computer = createOldComputer()
    computer.stop(-ms)
    computer.run(10 * MINUTE_MS)
    expect([computer.isHeld(10 * MINUTE_MS), computer.doubt()]).toEqual([false, null])
    computer.run(MINUTE_MS)
    expect([computer.isHeld(), computer.doubt()]).toEqual([false, 'jumped'])
  }
})

test('only days off are no reason to ask, and only shortly after a start', () => {
  const setOn = (ms: number, ranMs: number) => {
    const computer = createOldComputer()
    computer.stop(0)
    computer.run(ranMs)
    computer.jump(ms)
    computer.run(MINUTE_MS)
    expect(computer.isHeld()).toBe(false)
    return computer.doubt()
  }
  expect(setOn(4 * DAY_MS - HOUR_MS, 9 * MINUTE_MS)).toBeNull()
  expect(setOn(5 * DAY_MS, 9 * MINUTE_MS)).toBe('jumped')
  expect(setOn(2 * DAY_MS, 10 * MINUTE_MS)).toBe('jumped')
})

test('a computer that is on too seldom asks after a week, and one that was away for weeks at once', () => {
  const computer = createComputer()
  for (let week = 0; week < 2; week++) {
    for (let day = 0; day < 6; day++) {
      computer.run(3 * HOUR_MS)
      computer.stop(day < 5 ? 21 * HOUR_MS : 45 * HOUR_MS)
    }
  }
  expect([computer.isHeld(), computer.doubt()]).toEqual([false, 'seldom on'])
  const away = createOldComputer()
  away.stop(14 * DAY_MS)
  expect(away.doubt()).toBe('jumped')
})

test('a steady clock that jumps, too, proves nothing', () => {
  const computer = createOldComputer()
  computer.look(40 * DAY_MS)
  expect(computer.isHeld()).toBe(false)
  const asleep = createOldComputer()
  asleep.look(14 * HOUR_MS, MINUTE_MS)
  expect(asleep.isHeld()).toBe(true)
})

/** Most looks find a clock that goes on steadily; else it would never be trusted. */
const anyJump = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...JUMPS) },
  { weight: 1, arbitrary: fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 * HOUR_MS }) },
  { weight: 100, arbitrary: fc.constant(0) },
)
const anySteps = fc.array(
  fc.record({ jump: anyJump, elapsedMs: fc.integer({ min: 0, max: 10 * MINUTE_MS }) }),
  { minLength: 300, maxLength: 600 },
)

/** Holds for whatever happens: a trusted date went on for a day, at most six times too fast. */
test('whatever the clock does, a date is trusted only after a day of steady time near it', () => {
  let trusted = 0
  fc.assert(
    fc.property(anySteps, fc.constantFrom(HOUR_MS, 9 * HOUR_MS, YEAR_MS), (steps, restartMs) => {
      let wallAt = START
      let steadyAt = 0
      let date: SteadyDate | null = null
      const looks: { wallAt: number; steadyAt: number }[] = []
      for (const { jump, elapsedMs } of [{ jump: 0, elapsedMs: 0 }, ...steps]) {
        wallAt += elapsedMs + jump
        steadyAt += elapsedMs
        const seen = observeDate(date, { wallAt, elapsedMs, ranMs: steadyAt % restartMs })
        if (!seen.isUnset) date = seen
        looks.push({ wallAt, steadyAt })
        if (!isHeld(seen)) continue
        const aDayAgo = looks.filter(look => look.steadyAt <= steadyAt - DAY_MS)
        const isNear = aDayAgo.some(look => {
          const ran = steadyAt - look.steadyAt
          const moved = wallAt - look.wallAt
          return moved <= 6 * ran + 20 * HOUR_MS && moved >= -HOUR_MS
        })
        expect(isNear).toBe(true)
        trusted++
      }
    }),
  )
  expect(trusted).toBeGreaterThan(0)
})

test('a clock that is put right again loses nothing of what it had', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...JUMPS),
      fc.integer({ min: 1, max: 12 * 60 }),
      fc.integer({ min: 10, max: 30 * 60 }),
      (ms, duringMinutes, beforeMinutes) => {
        const [right, wrong] = [createComputer(), createComputer()]
        for (const computer of [right, wrong]) computer.run(beforeMinutes * MINUTE_MS)
        wrong.jump(ms)
        for (const computer of [right, wrong]) computer.run(duringMinutes * MINUTE_MS)
        wrong.jump(-ms)
        for (const computer of [right, wrong]) computer.run(MINUTE_MS)
        expect(wrong.date()).toEqual(right.date())
      },
    ),
    { numRuns: 60 },
  )
})
