import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ApiError } from '../../../islands/data/api.ts'
import { createOutbox } from '../../../islands/register/outbox.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'

/** A server whose next responses the test decides; it knows keys like the real one. */
let registered: Map<string, string>
let failures: (ApiError | 'lost response')[]
let restoreGlobals: () => void
let stored: Map<string, string>
let sentQueues: (number | null)[]

beforeEach(() => {
  registered = new Map()
  failures = []
  sentQueues = []
  stored = new Map()
  restoreGlobals = replaceGlobals({
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  })
})
afterEach(() => restoreGlobals())

function open() {
  return createOutbox({
    async send({ name, queueId = null }, { headers }) {
      await flushPromises()
      sentQueues.push(queueId)
      const failure = failures.shift()
      if (failure instanceof ApiError) throw failure
      registered.set(headers['Idempotency-Key'] ?? '', name)
      if (failure) throw new ApiError(0, 'lost')
    },
    onProblem() {},
    storageKey: 'outbox',
  })
}

const aName = (name: string) => ({ name, isPriority: false, priorityReason: '', isDiscreet: false })
const names = () => [...registered.values()]

async function waitUntilIdle(outbox: ReturnType<typeof open>) {
  while (!outbox.isEmpty.value && !outbox.isStopped.value) await flushPromises()
}

test.each([
  ['lost response', ['ALI'], 'The server cannot be reached.'],
  [new ApiError(507, { error: 'The disk is full.' }), [], 'The disk is full.'],
] as const)('nothing overtakes a name that is stopped: %#', async (lost, arrived, problem) => {
  failures = [lost]
  const outbox = open()
  for (const name of ['ALI', 'MEI', 'SITI']) outbox.add(aName(name))
  await waitUntilIdle(outbox)
  expect(names()).toEqual([...arrived])
  expect(outbox.all.value.map(({ state }) => state)).toEqual(['stopped', 'waiting', 'waiting'])
  expect(outbox.all.value[0]?.problem).toBe(`Not registered. ${problem}`)
  outbox.retry()
  await waitUntilIdle(outbox)
  expect(names()).toEqual(['ALI', 'MEI', 'SITI'])
})

test('a refused name does not hold up the others, and is retried as new', async () => {
  failures = [new ApiError(400, { error: 'This name is refused' })]
  const outbox = open()
  for (const name of ['ALI', 'MEI']) outbox.add(aName(name))
  while (names().length === 0) await flushPromises()
  expect(names()).toEqual(['MEI'])
  expect(outbox.all.value).toMatchObject([{ name: 'ALI', problem: 'This name is refused' }])
  // The server would repeat its answer to the same key.
  const refusedKey = outbox.all.value[0]?.key
  outbox.retry()
  await waitUntilIdle(outbox)
  expect(names()).toEqual(['MEI', 'ALI'])
  expect(registered.has(refusedKey ?? '')).toBe(false)
})

test('after a reload the rest is sent with the same keys', async () => {
  failures = ['lost response']
  const before = open()
  for (const name of ['ALI', 'MEI']) before.add(aName(name))
  await waitUntilIdle(before)
  const after = open()
  after.restore()
  await waitUntilIdle(after)
  expect(names()).toEqual(['ALI', 'MEI'])
  expect(stored.size).toBe(0)
})

test('who was typed for a queue that has ended meanwhile is registered for General', async () => {
  const error = 'Dr. Lim is not active'
  failures = [new ApiError(409, { error, field: 'queueId' })]
  const outbox = open()
  outbox.add({ ...aName('ALI'), queueId: 3 })
  while (outbox.all.value[0]?.state !== 'refused') await flushPromises()
  expect(outbox.all.value).toMatchObject([
    { queueId: null, problem: 'Dr. Lim is not active. Retry registers for General.' },
  ])
  outbox.retry()
  await waitUntilIdle(outbox)
  expect(sentQueues).toEqual([3, null])
})
