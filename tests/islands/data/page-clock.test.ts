import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { api, createDeadline } from '../../../islands/data/api.ts'
import { serverNow, syncClock } from '../../../islands/data/server-clock.ts'
import { replaceGlobals } from '../../support/fakes/browser-globals.ts'

const MORNING = '2026-11-20T01:00:00.000Z'
const ETAG = '"list"'

let restoreGlobals: () => void
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(MORNING) })
  syncClock(MORNING)
  restoreGlobals = replaceGlobals({
    // A server whose list does not change.
    async fetch(_: unknown, { headers }: { headers: Headers }) {
      const isKnown = headers.get('if-none-match') === ETAG
      return new Response(isKnown ? null : '[]', {
        status: isKnown ? 304 : 200,
        headers: { etag: ETAG, date: new Date().toUTCString() },
      })
    },
  })
})
afterEach(() => {
  restoreGlobals()
  jest.useRealTimers()
  syncClock(new Date().toISOString())
})

test("a list that has not changed for a minute does not set the page's clock back", async () => {
  await api.patients.$get()
  jest.advanceTimersByTime(60_000)
  await api.patients.$get()
  expect(serverNow()).toBe('2026-11-20T01:01:00.000Z')
  // A call that is pressed now still has its ten seconds.
  expect(createDeadline()).toBe('2026-11-20T01:01:10.000Z')
})
