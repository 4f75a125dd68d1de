import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { ApiError } from '../../../islands/data/api.ts'
import { sendUntilKnown } from '../../../islands/data/send-until-known.ts'
import { flushPromises } from '../../support/fakes/browser-globals.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Each attempt ends with the next of `statuses`; 200 resolves. */
async function outcomeOf(...statuses: number[]) {
  let attempts = 0
  const onUnsure = jest.fn()
  async function send() {
    const status = statuses[attempts++] ?? 200
    if (status !== 200) throw new ApiError(status, { error: `refused with ${status}` })
    return 'done'
  }
  const outcome = sendUntilKnown(send, onUnsure).catch(cause => cause.sentence)
  for (let n = 0; n < statuses.length; n++) {
    await flushPromises()
    jest.advanceTimersByTime(2_000)
  }
  return { outcome: await outcome, attempts, wasUnsure: onUnsure.mock.calls.length > 0 }
}

test.each([
  [[200], { outcome: 'done', attempts: 1, wasUnsure: false }],
  [[409], { outcome: 'refused with 409', attempts: 1, wasUnsure: false }],
  [[429], { outcome: 'refused with 429', attempts: 1, wasUnsure: false }],
  [[0, 200], { outcome: 'done', attempts: 2, wasUnsure: true }],
  [[0, 504, 408], { outcome: 'refused with 408', attempts: 3, wasUnsure: true }],
  // They say nothing about the attempt before.
  [[0, 503, 429, 200], { outcome: 'done', attempts: 4, wasUnsure: true }],
])('attempts that end with %j', async (statuses, expected) => {
  expect(await outcomeOf(...statuses)).toEqual(expected)
})
