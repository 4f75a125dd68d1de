import { beforeEach, expect, test } from 'bun:test'
import { finishRestore, readSequences } from '#db/repositories/restore'
import { findMark, saveMark } from '#db/repositories/settings'
import { getDateDoubt, isHeld, STEADY_DATE } from '#domain/steady-date'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'
import { createDateWatch } from '../../server/storage/date-watch.ts'
import { createFakeClock, withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()
beforeEach(async () => {
  await ctx.database.write(tx => finishRestore(tx, { sequences: {} }))
})

/** A computer with a clock of its own on the clinic's database. */
function createMachine(clock = createFakeClock(ctx.clock.now())) {
  const { log } = ctx.clinic
  let watch = createDateWatch({ ...clock, log })
  const record = (isLast = false) => ctx.database.write(tx => watch.record(tx, { isLast }))
  return {
    clock,
    record,
    pass(ms: number) {
      clock.advance(ms)
      return record()
    },
    isHeld: async () => isHeld(await ctx.database.read(watch.look)),
    /** What is only in memory is lost. */
    restart() {
      const startedAt = clock.steadyNow()
      const steadyNow = () => clock.steadyNow() - startedAt
      watch = createDateWatch({ ...clock, steadyNow, log })
    },
  }
}

type Machine = ReturnType<typeof createMachine>

/** A longer time between two looks does not count. */
const STEP_MS = 10 * MINUTE_MS

async function run(ms: number, ...machines: Machine[]) {
  for (let left = ms; left > 0; left -= STEP_MS) {
    for (const machine of machines) await machine.pass(Math.min(left, STEP_MS))
  }
}

const saved = () => ctx.database.read(db => findMark(db, STEADY_DATE))

test('the day is put together over restarts, even those without an orderly end', async () => {
  const machine = createMachine()
  for (let day = 0; day < 3; day++) {
    await run(9.5 * HOUR_MS, machine)
    expect(await machine.isHeld()).toBe(day === 2)
    machine.restart()
    machine.clock.jump(14.5 * HOUR_MS)
  }
})

test('it is saved once an hour, at an orderly end, and when the clock jumps', async () => {
  const machine = createMachine()
  await machine.record()
  const first = await saved()
  await run(59 * MINUTE_MS, machine)
  expect(await saved()).toBe(first)
  await run(MINUTE_MS, machine)
  const second = await saved()
  expect(second).not.toBe(first)
  await machine.pass(MINUTE_MS)
  await machine.record(true)
  const third = await saved()
  expect(third).not.toBe(second)
  machine.clock.jump(40 * DAY_MS)
  await machine.pass(MINUTE_MS)
  expect(await saved()).not.toBe(third)
  const jumps = ctx.logged.filter(line => line.includes('date changed'))
  expect(jumps.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'warn',
      from: '2026-11-20T03:01:00.000Z',
      to: '2026-12-30T03:02:00.000Z',
    }),
  ])
  await run(HOUR_MS, machine)
  expect(ctx.logged.filter(line => line.includes('date changed'))).toHaveLength(1)
})

test('a computer without a battery, cut off each evening, is never asked and never logged', async () => {
  for (const behindMs of [HOUR_MS, 50 * 365 * DAY_MS]) {
    const machine = createMachine()
    const doubts: unknown[] = []
    await run(9 * HOUR_MS, machine)
    for (let day = 1; day < 15; day++) {
      const before = await saved()
      machine.restart()
      machine.clock.jump(-behindMs)
      doubts.push(getDateDoubt(await machine.record()))
      await machine.record(true)
      expect(await saved()).toBe(before)
      machine.clock.jump(behindMs + (day % 5 === 0 ? 63 : 15) * HOUR_MS)
      doubts.push(getDateDoubt(await machine.pass(MINUTE_MS)))
      await run(9 * HOUR_MS, machine)
      if (day % 5 === 4) expect(await machine.isHeld()).toBe(true)
    }
    expect(new Set(doubts)).toEqual(new Set([null]))
    await ctx.database.write(tx => finishRestore(tx, { sequences: {} }))
  }
  expect(ctx.logged.filter(line => line.includes('date changed'))).toEqual([])
})

test('several machines on one database count one day together', async () => {
  const [one, two] = [createMachine(), createMachine()]
  await run(23 * HOUR_MS, one, two)
  expect([await one.isHeld(), await two.isHeld()]).toEqual([false, false])
  await run(2 * HOUR_MS, one, two)
  expect([await one.isHeld(), await two.isHeld()]).toEqual([true, true])
})

test('a machine whose clock differs never has its date held, and the others keep theirs', async () => {
  for (const ms of [40 * DAY_MS, -40 * DAY_MS, -HOUR_MS]) {
    const [one, two, wrong] = [createMachine(), createMachine(), createMachine()]
    await run(25 * HOUR_MS, one, two)
    const { clock } = one
    wrong.clock.set(clock.now())
    wrong.clock.jump(ms)
    await run(26 * HOUR_MS, one, two, wrong)
    expect(await wrong.isHeld()).toBe(false)
    await run(MINUTE_MS, one, two)
    expect([await one.isHeld(), await two.isHeld()]).toEqual([true, true])
    await ctx.database.write(tx => finishRestore(tx, { sequences: {} }))
  }
})

test('a restored database has the date of the computer, and without one begins anew', async () => {
  const machine = createMachine()
  await run(25 * HOUR_MS, machine)
  await machine.record(true)
  const sequences = await ctx.database.read(readSequences)
  const steadyDate = await saved()
  await ctx.database.write(tx => saveMark(tx, STEADY_DATE, 'of the backup'))
  await ctx.database.write(tx => finishRestore(tx, { sequences, steadyDate }))
  machine.restart()
  expect(isHeld(await machine.record())).toBe(true)
  await ctx.database.write(tx => finishRestore(tx, { sequences }))
  machine.restart()
  machine.clock.jump(10 * DAY_MS)
  const date = await machine.record()
  expect([isHeld(date), getDateDoubt(date)]).toEqual([false, null])
})

test('what nobody can read, as of another version, begins anew', async () => {
  for (const value of ['', 'null', '{}', '{"wallAt":"x"}', '[1]']) {
    const machine = createMachine()
    await ctx.database.write(tx => saveMark(tx, STEADY_DATE, value))
    const date = await machine.record()
    expect([isHeld(date), getDateDoubt(date), date.wallAt]).toEqual([
      false,
      null,
      Date.parse(machine.clock.now()),
    ])
  }
})
