import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { syncClock } from '../../../islands/data/server-clock.ts'
import { reloadNightly } from '../../../islands/tv/connection/nightly-reload.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'

const HOUR = 60 * 60_000

let reloadedAt: string[]
let isUp: boolean
let restoreGlobals: () => void

beforeEach(() => {
  reloadedAt = []
  isUp = true
  restoreGlobals = replaceGlobals({
    fetch: async () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return new Response()
    },
    location: { reload: () => reloadedAt.push(new Date().toISOString()) },
  })
})
afterEach(() => {
  restoreGlobals()
  jest.useRealTimers()
})

function openAt(instant: string) {
  jest.useFakeTimers({ now: Date.parse(instant) })
  syncClock(instant)
  reloadNightly(() => KUALA_LUMPUR)
}

async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 60_000) {
    jest.advanceTimersByTime(60_000)
    await flushPromises()
  }
}

test('a TV reloads once a night', async () => {
  openAt('2026-11-20T02:00:20.000Z')
  await pass(24 * HOUR)
  expect(reloadedAt).toEqual(['2026-11-20T19:30:20.000Z'])
})

test('a TV switched on at night does not reload', async () => {
  openAt('2026-11-20T18:00:00.000Z')
  await pass(20 * HOUR)
  expect(reloadedAt).toEqual([])
})

test('a TV does not reload while the server is unreachable', async () => {
  openAt('2026-11-20T02:00:20.000Z')
  isUp = false
  await pass(24 * HOUR)
  expect(reloadedAt).toEqual([])
})
