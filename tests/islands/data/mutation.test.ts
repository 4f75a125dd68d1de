import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { DomainError } from '#domain/errors'
import { ApiError } from '../../../islands/data/api.ts'
import { createMutations, sendWrite, type WriteHeaders } from '../../../islands/data/mutation.ts'
import { toastLines } from '../../../islands/data/toasts.ts'
import { flushPromises } from '../../support/fakes/browser-globals.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** Each attempt ends with the next of `statuses`; 200 resolves. */
async function outcomeOf(...statuses: number[]) {
  let attempts = 0
  const keys = new Set<string>()
  const onUnsure = jest.fn()
  async function send({ headers }: WriteHeaders) {
    keys.add(headers['Idempotency-Key'] ?? '')
    const status = statuses[attempts++] ?? 200
    if (status !== 200) throw new ApiError(status, { error: `refused with ${status}` })
    return 'done'
  }
  const outcome = sendWrite(send, { onUnsure }).catch(cause => cause.sentence)
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

test('without a wait for the result, a lost response is a failure', async () => {
  const send = () => Promise.reject(new ApiError(0, 'no connection'))
  expect(await sendWrite(send, {}).catch(cause => cause.status)).toBe(0)
})

test('a row shows the expected result until the refetch after its write', async () => {
  const refetched = Promise.withResolvers<void>()
  const { pending, busy, mutate } = createMutations<number, string>(() => refetched.promise)
  const write = mutate({
    expected: new Map([[1, 'called']]),
    send: async () => 'saved',
    done: ['Patient called'],
    failed: 'Failed to call.',
  })
  await flushPromises()
  expect(pending.value.get(1)).toBe('called')
  expect(toastLines.value.at(-1)?.title).toBe('Patient called')

  const secondPress = mutate({ keys: [1], send: async () => 'twice', failed: '' })
  expect(await secondPress).toBeNull()

  refetched.resolve()
  expect(await write).toBe('saved')
  expect(busy.value.size).toBe(0)
})

test.each([
  [
    new ApiError(409, { error: 'Another desk has this patient.' }),
    'Another desk has this patient.',
  ],
  [new ApiError(500, { error: 'Database is closed' }), 'Failed to call.'],
  [new DomainError('Choose a room first.'), 'Choose a room first.'],
])('a failure frees the row and shows a sentence: %#', async (cause, sentence) => {
  const { busy, mutate } = createMutations()
  const send = () => Promise.reject(cause)
  expect(await mutate({ keys: [1], send, failed: 'Failed to call.' })).toBeNull()
  expect(toastLines.value.at(-1)).toMatchObject({
    title: 'Error',
    text: sentence,
    kind: 'destructive',
  })
  expect(busy.value.size).toBe(0)
})
