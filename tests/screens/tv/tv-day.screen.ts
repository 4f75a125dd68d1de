import { expect, type Page } from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/tv-fixtures.ts'

const HOUR = 60 * 60_000
/** Noon on 30 November in Kuala Lumpur. */
const NOON = Date.parse('2026-11-30T04:00:00Z')
const EIGHT_HOURS = 8 * HOUR
const MONTHS: Record<string, string> = { '11': 'NOVEMBER', '12': 'DECEMBER' }
const WEEKDAYS: Record<string, string> = { '30': 'MONDAY', '01': 'TUESDAY' }

/** Serves pages with the fake clock's time; returns a wait for all requests in progress. */
async function atTheTimeOfTheTv(tv: Page, start: number) {
  let underWay = 0
  const now = new Date(start).toISOString()
  await tv.route(/\/tv\/[a-z2-7]{32}$/, async route => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace(/data-now="[^"]*"/, `data-now="${now}"`)
      .replace(/(&quot;now&quot;:&quot;)[^&]*/, `$1${now}`)
    await route.fulfill({ response, body, headers: withoutTime(response.headers()) })
  })
  await tv.route(/\/api\/tv\/[a-z2-7]{32}\/(?!events)/, async route => {
    underWay++
    const response = await route.fetch().catch(() => null)
    if (response) await route.fulfill({ response, headers: withoutTime(response.headers()) })
    else await route.abort().catch(() => {})
    underWay--
  })
  return async () => {
    await expect.poll(() => underWay).toBe(0)
    // After this response, earlier ones have reached the page.
    await tv.evaluate(() => fetch('/favicon.svg').then(response => response.text()))
  }
}

function withoutTime({ date, ...headers }: Record<string, string>) {
  return headers
}

/** Counts pending timers and DOM nodes. */
async function countTimers(tv: Page) {
  await tv.addInitScript(() => {
    const waiting = new Set<unknown>()
    const real = { setTimeout, clearTimeout, setInterval, clearInterval }
    Object.assign(window, {
      waiting,
      setTimeout(run: () => void, ms: number) {
        const timer = real.setTimeout(() => {
          waiting.delete(timer)
          run()
        }, ms)
        waiting.add(timer)
        return timer
      },
      setInterval(run: () => void, ms: number) {
        const timer = real.setInterval(run, ms)
        waiting.add(timer)
        return timer
      },
      clearTimeout(timer: number) {
        waiting.delete(timer)
        real.clearTimeout(timer)
      },
      clearInterval(timer: number) {
        waiting.delete(timer)
        real.clearInterval(timer)
      },
    })
  })
  return () =>
    tv.evaluate(() => ({
      timers: (window as unknown as { waiting: Set<unknown> }).waiting.size,
      nodes: document.querySelectorAll('*').length,
    }))
}

const SAMPLES = 5

/** The sample with the fewest timers: a request in progress has one too. */
async function fewestTimers<T extends { timers: number }>(
  count: () => Promise<T>,
  untilAnswered: () => Promise<void>,
) {
  const samples: T[] = []
  for (let sample = 1; sample <= SAMPLES; sample++) {
    await untilAnswered()
    samples.push(await count())
  }
  return samples.reduce((fewest, sample) => (sample.timers < fewest.timers ? sample : fewest))
}

function shownBy(tv: Page) {
  return tv.evaluate(() => {
    const read = (part: string) => document.querySelector(`.stage__${part}`)?.textContent
    const words = [read('weekday'), read('day'), read('time')].join(' ')
    return { words, at: Date.now() }
  })
}

/** Within a few seconds, because the page's time comes from a delayed response. */
const TOLERATED_S = 5

function isPossible(at: number) {
  return Array.from({ length: 2 * TOLERATED_S + 1 }, (_, n) => {
    const local = new Date(at + EIGHT_HOURS + (n - TOLERATED_S) * 1000).toISOString()
    const [day = '', month = ''] = [local.slice(8, 10), local.slice(5, 7)]
    return `${WEEKDAYS[day]} ${Number(day)} ${MONTHS[month]} ${local.slice(0, 4)} ${local.slice(11, 19)}`
  })
}

test('a TV that runs for a day is right all day, and leaks nothing', async ({ tv, openTv }) => {
  const untilAnswered = await atTheTimeOfTheTv(tv, NOON)
  await tv.clock.install({ time: NOON })
  const count = await countTimers(tv)
  await openTv()

  const counted: { timers: number; nodes: number }[] = []
  const days = new Set<string>()
  for (let hour = 1; hour <= 24; hour++) {
    // The last minute of the twelfth hour runs second by second.
    await tv.clock.fastForward(hour === 12 ? HOUR - 60_000 : HOUR)
    if (hour === 12) await tv.clock.runFor(60_000)
    await tv.clock.runFor(3_000)
    const { words, at } = await shownBy(tv)
    expect(isPossible(at)).toContain(words)
    days.add(words.replace(/ \d\d:.*/, ''))
    counted.push(await fewestTimers(count, untilAnswered))
  }
  expect([...days]).toEqual(['MONDAY 30 NOVEMBER 2026', 'TUESDAY 1 DECEMBER 2026'])

  const most = (some: typeof counted) => Math.max(...some.map(({ timers }) => timers))
  expect(most(counted)).toBeGreaterThan(3)
  expect(most(counted.slice(12))).toBeLessThanOrEqual(most(counted.slice(0, 12)) + 1)
  const nodes = counted.map(one => one.nodes)
  expect(Math.max(...nodes) - Math.min(...nodes)).toBeLessThanOrEqual(2)
  // Each hour's time jump cut the connection, and it reconnected.
  await tv.clock.runFor(4_000)
  await expect(tv.locator('.stage__stale')).toHaveCount(0)
})

test("a TV whose own clock is wrong by years shows the clinic's time", async ({ tv, openTv }) => {
  await tv.clock.install({ time: '2001-01-01T00:00:00Z' })
  await tv.route(/\/api\/tv\//, route => route.abort())
  await openTv()
  const opened = await tv.locator('#tv').getAttribute('data-now')
  const local = (later: number) =>
    new Date(Date.parse(opened ?? '') + EIGHT_HOURS + later).toISOString()
  const [year = '', , day] = local(0).slice(0, 10).split('-')
  await expect(tv.locator('.stage__day')).toHaveText(new RegExp(`^${Number(day)} [A-Z]+ ${year}$`))
  // After an immediate disconnect it still shows when it was last connected.
  await expect(tv.locator('.stage__stale')).toHaveCount(0)
  await tv.clock.runFor(12_000)
  const minutes = [local(0), local(5_000)].map(time => `Reconnecting… as of ${time.slice(11, 16)}`)
  expect(minutes).toContain(await tv.locator('.stage__stale').textContent())
})
