import { expect, jest, test } from 'bun:test'
import { isLive } from '../../../islands/data/live-state.ts'
import { query, refetchQueries } from '../../../islands/data/query.ts'
import { settle, standIn } from '../../support/stand-ins.ts'

const EVERY = { every: 60_000 }

/** A server whose answers a test hands out when it likes. */
function aServer() {
  const asked: ((answer: string) => void)[] = []
  const ask = () => new Promise<string>(resolve => void asked.push(resolve))
  return { asked, ask }
}

test('what the server drew first is shown until it is looked at again', async () => {
  const { asked, ask } = aServer()
  const name = query('patients', ask, 'first', EVERY)
  expect(name.data.value).toBe('first')
  const looking = name.refetch()
  asked[0]?.('second')
  await looking
  expect(name.data.value).toBe('second')
})

test('many events at once cost two questions: the one under way and one after it', async () => {
  const { asked, ask } = aServer()
  const name = query('patients', ask, 'first', EVERY)
  const all = Promise.all(Array.from({ length: 50 }, () => name.refetch()))
  asked[0]?.('old')
  await Bun.sleep(0)
  expect(asked).toHaveLength(2)
  asked[1]?.('new')
  await all
  expect([asked.length, name.data.value]).toEqual([2, 'new'])
})

test('an answer that was under way when a newer truth came does not bring the old one back', async () => {
  const { asked, ask } = aServer()
  const name = query('patients', ask, 'first', EVERY)
  const looking = name.refetch()
  name.set(() => 'saved')
  asked[0]?.('before the save')
  await Bun.sleep(0)
  expect(name.data.value).toBe('saved')
  asked[1]?.('after the save')
  await looking
  expect(name.data.value).toBe('after the save')
})

test('a look that fails keeps what is shown, and the next one works', async () => {
  let isDown = true
  const ask = async () => {
    if (isDown) throw new Error('down')
    return 'up'
  }
  const name = query('patients', ask, 'first', EVERY)
  await expect(name.refetch()).rejects.toThrow('down')
  expect(name.data.value).toBe('first')
  isDown = false
  await name.refetch()
  expect(name.data.value).toBe('up')
})

test('an event makes those look again who watch its topic, until they stop', async () => {
  let asked = 0
  const count = query('stats', async () => ++asked, 0, EVERY)
  const stop = count.watch()
  await refetchQueries(['stats'])
  await refetchQueries(['history'])
  expect(count.data.value).toBe(1)
  stop()
  await refetchQueries(['stats'])
  expect(asked).toBe(1)
})

test('asking again right after an answer starts one question, not an avalanche', async () => {
  const { asked, ask } = aServer()
  const name = query('patients', ask, 'first', EVERY)
  const first = name.refetch()
  void name.refetch()
  asked[0]?.('one')
  await first
  void name.refetch()
  for (let turn = 0; turn < 10; turn++) {
    asked.at(-1)?.('more')
    await Bun.sleep(0)
  }
  expect(asked.length).toBeLessThanOrEqual(3)
  expect(name.data.value).toBe('more')
})

test('a look that an event asked for and that failed is tried again at the next beat', async () => {
  jest.useFakeTimers()
  const takeAway = standIn({ document: { hidden: false } })
  isLive.value = true
  let asked = 0
  const ask = async () => {
    if (++asked === 1) throw new Error('down')
    return asked
  }
  const history = query('history', ask, 0, { every: 10_000, onlyWithoutLive: true })
  const stop = history.watch()
  await settle()
  expect([asked, history.data.value]).toEqual([1, 0])
  jest.advanceTimersByTime(10_000)
  await settle()
  expect(history.data.value).toBe(2)
  jest.advanceTimersByTime(40_000)
  await settle()
  expect(asked).toBe(2)
  stop()
  isLive.value = false
  takeAway()
  jest.useRealTimers()
})
