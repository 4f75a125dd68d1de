import { expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { createSteadyTime } from '../../server/storage/steady-time.ts'
import { createFakeClock, TEN_O_CLOCK } from '../support/server/test-clinic.ts'

test('a clock runs steadily from the start of the program, or from its last jump', () => {
  const clock = createFakeClock(TEN_O_CLOCK)
  const steadyMs = createSteadyTime(clock.now, clock.steadyNow)
  const pass = (ms: number) => {
    clock.advance(ms)
    return steadyMs()
  }
  expect(steadyMs()).toBe(0)
  expect(pass(HOUR_MS)).toBe(HOUR_MS)
  // NTP corrects clocks by less.
  clock.jump(-4 * MINUTE_MS)
  expect(pass(HOUR_MS)).toBe(2 * HOUR_MS)
  for (const ms of [24 * HOUR_MS, -24 * HOUR_MS, 2 * HOUR_MS, -6 * MINUTE_MS]) {
    clock.jump(ms)
    expect(pass(MINUTE_MS)).toBe(0)
    expect(pass(MINUTE_MS)).toBe(MINUTE_MS)
  }
})
