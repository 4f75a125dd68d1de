import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { ApiError } from '../../../islands/data/api.ts'
import { sendUntilKnown } from '../../../islands/data/retry-until-settled.ts'
import { flushPromises } from '../../support/fakes/browser-globals.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Each attempt ends with the next of `statuses`; 200 resolves. */
async function outcomeOf(...statuses: number[]) {
  let attempts = 0
  const keys = new Set<string>()
  const onUnsure = jest.fn()
  async function send({ headers }: { headers: Record<string, string> }) {
    keys.add(new Headers(headers).get('idempotency-key') ?? '')
    const status = statuses[attempts++] ?? 200
    if (status !== 200) throw new ApiError(status, { error: `refused with ${status}` })
    return 'done'
  }
  const outcome = sendUntilKnown(send, onUnsure).catch(cause => cause.sentence)
  for (let n = 0; n < statuses.length; n++) {
    await flushPromises()
    jest.advanceTimersByTime(2_000)
  }
  const wasUnsure = onUnsure.mock.calls.length > 0
  return { outcome: await outcome, attempts, keys: keys.size, wasUnsure }
}

test.each([
  [[200], { outcome: 'done', attempts: 1, keys: 1, wasUnsure: false }],
  [[409], { outcome: 'refused with 409', attempts: 1, keys: 1, wasUnsure: false }],
  [[429], { outcome: 'refused with 429', attempts: 1, keys: 1, wasUnsure: false }],
  [[0, 200], { outcome: 'done', attempts: 2, keys: 1, wasUnsure: true }],
  // The server's clock was set ahead: the press is as fresh as before.
  [[408, 200], { outcome: 'done', attempts: 2, keys: 2, wasUnsure: false }],
  [[408, 408], { outcome: 'refused with 408', attempts: 2, keys: 2, wasUnsure: false }],
  [[0, 504, 408], { outcome: 'refused with 408', attempts: 3, keys: 1, wasUnsure: true }],
  [[503, 200], { outcome: 'done', attempts: 2, keys: 1, wasUnsure: true }],
  // A limit says nothing about the attempt before.
  [[0, 503, 429, 200], { outcome: 'done', attempts: 4, keys: 1, wasUnsure: true }],
])('attempts that end with %j', async (statuses, expected) => {
  expect(await outcomeOf(...statuses)).toEqual(expected)
})
