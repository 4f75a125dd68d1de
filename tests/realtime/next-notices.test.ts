import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { NextNotice } from '#domain/events'
import { type Channel, createChannel } from '../../server/realtime/channel.ts'
import { createNextNotices } from '../../server/realtime/next-notices.ts'
import { flushPromises } from '../support/fakes/browser-globals.ts'

let channel: Channel
let next: string[]
let today: string
let loads: number
let logged: string[]
let fails: boolean
let notices: ReturnType<typeof createNextNotices>

beforeEach(() => {
  jest.useFakeTimers()
  channel = createChannel()
  next = []
  today = '2026-11-20'
  loads = 0
  logged = []
  fails = false
  notices = createNextNotices({
    channel,
    getToday: () => today,
    log: (_, message) => void logged.push(message),
  })
})
afterEach(() => void jest.useRealTimers())

/** `a +60123`: of a patient who gave this number. */
function aNotice(text: string): NextNotice {
  const [id = '', phone] = text.split(' ')
  const number = { number: 1, label: '001', day: today, queue: null }
  return { id, ...number, ticket: null, ...(phone ? { phone } : {}) }
}

function connect(lastId?: string) {
  const got: string[] = []
  const stop = notices.subscribe({
    lastId,
    async load() {
      loads++
      if (fails) throw new Error('the database is away')
      return next.map(aNotice)
    },
    send: ({ id, phone }) => void got.push(phone ? `${id} ${phone}` : id),
  })
  return { got, stop }
}

async function change(...ids: string[]) {
  next = ids
  channel.publishChange([{ kind: 'gone', patientId: 1 }])
  await flushPromises()
}

test('nothing is computed while no program is connected, nor for what is no matter of the order', async () => {
  await change('a')
  jest.advanceTimersByTime(60_000)
  await flushPromises()
  expect(loads).toBe(0)
  const { got, stop } = connect()
  await flushPromises()
  expect([got, loads]).toEqual([['a'], 1])
  channel.publishChange([{ kind: 'tvs' }])
  channel.publishChange([{ kind: 'media' }])
  await flushPromises()
  expect(loads).toBe(1)
  stop()
  await change('b')
  jest.advanceTimersByTime(60_000)
  await flushPromises()
  expect([got, loads]).toEqual([['a'], 1])
})

test('a phone number that is added or corrected is told, once each, and one that is removed is not', async () => {
  const { got } = connect()
  await change('a')
  await change('a +60123')
  await change('a +60123')
  await change('a +60124')
  await change('a')
  expect(got).toEqual(['a', 'a +60123', 'a +60124'])
  today = '2026-11-21'
  await change('a +60124')
  expect(got).toHaveLength(3)
})

test('a hold that ends by the clock alone is seen within five seconds', async () => {
  const { got } = connect()
  await flushPromises()
  next = ['a']
  jest.advanceTimersByTime(5_000)
  await flushPromises()
  expect(got).toEqual(['a'])
})

test('each is sent once, also after another came between, and after midnight', async () => {
  const { got } = connect()
  for (const id of ['a', 'b', 'a', 'b']) await change(id)
  expect(got).toEqual(['a', 'b'])
  today = '2026-11-21'
  await change('b', 'c')
  expect(got).toEqual(['a', 'b', 'c'])
})

test('two programs are told alike; one that connects is told of who is next', async () => {
  const first = connect()
  await change('a', 'b')
  const second = connect()
  await flushPromises()
  await change('b', 'c')
  expect([first.got, second.got]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  for (const [lastId, expected] of [
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
    ['unknown', ['b', 'c']],
  ] as const) {
    const third = connect(lastId)
    await flushPromises()
    expect([lastId, third.got]).toEqual([lastId, [...expected]])
    third.stop()
  }
})

test('changes that come at once lead to one more look, and a failed one is repeated', async () => {
  const { got } = connect()
  await flushPromises()
  loads = 0
  next = ['a']
  for (let n = 0; n < 50; n++) channel.publishChange([{ kind: 'gone', patientId: n }])
  await flushPromises()
  expect(loads).toBeLessThanOrEqual(2)
  expect(got).toEqual(['a'])

  fails = true
  await change('b')
  expect([got, logged]).toEqual([['a'], ['notices not sent']])
  fails = false
  jest.advanceTimersByTime(5_000)
  await flushPromises()
  expect(got).toEqual(['a', 'b'])
})
