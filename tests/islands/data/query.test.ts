import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import type { FactJson } from '#domain/change'
import { isLive } from '../../../islands/data/live-state.ts'
import { query, refetchQueries } from '../../../islands/data/query.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'

const OPTIONS = { every: 60_000 }

const aChange = (patientId: number): FactJson[] => [{ kind: 'gone', patientId }]

/** A server whose responses the test sends by resolving `requests`. */
function createServer() {
  const requests: ((response: string) => void)[] = []
  const fetchData = () => new Promise<string>(resolve => void requests.push(resolve))
  return { requests, fetchData }
}

test('many events at once cause two requests: the current one and one after it', async () => {
  const { requests, fetchData } = createServer()
  const name = query('patients', fetchData, 'first', OPTIONS)
  const refetches = Promise.all(Array.from({ length: 50 }, () => name.refetch()))
  requests[0]?.('old')
  await Bun.sleep(0)
  expect(requests).toHaveLength(2)
  requests[1]?.('new')
  await refetches
  expect([requests.length, name.data.value]).toEqual([2, 'new'])
})

test('a response that is older than a saved change does not overwrite it', async () => {
  const { requests, fetchData } = createServer()
  const name = query('patients', fetchData, 'first', OPTIONS)
  const refetching = name.refetch()
  name.set(() => 'saved')
  requests[0]?.('before the save')
  await Bun.sleep(0)
  expect(name.data.value).toBe('saved')
  requests[1]?.('after the save')
  await refetching
  expect(name.data.value).toBe('after the save')
})

describe('after a failure', () => {
  let restoreGlobals: () => void
  let requests = 0
  beforeEach(() => {
    jest.useFakeTimers()
    restoreGlobals = replaceGlobals({ document: { hidden: false } })
    requests = 0
  })
  afterEach(() => {
    isLive.value = false
    restoreGlobals()
    jest.useRealTimers()
  })

  const failFirst = (failures: number) => async () => {
    if (++requests <= failures) throw new Error('down')
    return requests
  }
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      jest.advanceTimersByTime(1_000)
      await flushPromises()
    }
  }

  test('the data is kept, and fetched again at the next interval, even with live events', async () => {
    isLive.value = true
    const options = { every: 10_000, onlyWithoutLive: true }
    const media = query('media', failFirst(1), 0, options)
    const stop = media.watch()
    await flushPromises()
    expect([requests, media.data.value]).toEqual([1, 0])
    await pass(10)
    expect(media.data.value).toBe(2)
    await pass(40)
    expect(requests).toBe(2)
    stop()
  })

  test('what is not polled is fetched until it comes, and then no more', async () => {
    const queues = query('queues', failFirst(2), 0, { every: null })
    const stop = queues.watch()
    await refetchQueries(['queues'], aChange(1))
    await pass(60)
    expect([requests, queues.data.value]).toEqual([3, 3])
    stop()
  })
})

test('changes are kept when the answer of an earlier request comes, and repeat none', async () => {
  const requests: ((response: number[]) => void)[] = []
  const fetchData = () => new Promise<number[]>(resolve => void requests.push(resolve))
  const apply = (all: number[], [fact]: FactJson[]) => {
    const id = fact?.kind === 'gone' ? fact.patientId : 0
    return id > 100 ? null : [...all, id]
  }
  const ids = query('patients', fetchData, [1], { ...OPTIONS, apply })
  const stop = ids.watch()
  const refetching = ids.refetch()
  for (const id of [2, 3]) await refetchQueries(['patients'], aChange(id))
  expect(ids.data.value).toEqual([1, 2, 3])
  // The first one was deleted meanwhile.
  requests[0]?.([9])
  await refetching
  expect([ids.data.value, requests.length]).toEqual([[9, 2, 3], 1])
  // What cannot be applied is fetched.
  void refetchQueries(['patients'], aChange(101))
  await Bun.sleep(0)
  expect(requests).toHaveLength(2)
  stop()
})
