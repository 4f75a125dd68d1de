import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@redis/client'
import { openSharedLimits } from '../../server/cluster/shared-limits.ts'
import { createLoginThrottle, type LoginThrottle } from '../../server/security/login-throttle.ts'
import { redisProblem, startRedis } from '../support/network/redis.ts'
import { until } from '../support/server/test-server.ts'
import { SLOWNESS } from '../support/time-limit.ts'
import { describeUnless } from '../support/unless.ts'

const AT = Date.parse('2026-11-20T02:00:00.000Z')
const ONE_AN_HOUR = { max: 1, windowMs: 3_600_000 }
const THREE_AN_HOUR = { max: 3, windowMs: 3_600_000 }
const QUARTER_HOUR = 15 * 60_000
const HANGS_AT_MOST_MS = 4_000

type Process = ReturnType<typeof openSharedLimits> & { logged: string[]; throttle: LoginThrottle }

describeUnless(redisProblem)('limits of several machines', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let first: Process
  let second: Process

  beforeAll(async () => {
    redis = await startRedis()
    first = aProcess('a secret')
    second = aProcess('a secret')
    await until('they share', areShared)
  })
  afterAll(() => redis?.close())

  function aProcess(secret: string): Process {
    const logged: string[] = []
    const log = (_: string, message: string) => void logged.push(message)
    const limits = openSharedLimits({ redisUrl: redis.url, secret, log })
    return { ...limits, logged, throttle: createLoginThrottle(() => AT, limits.failures) }
  }

  async function areShared() {
    const name = crypto.randomUUID()
    const wait = await first.createLimiter(name, ONE_AN_HOUR).consume('a', AT)
    return wait === 0 && (await second.createLimiter(name, ONE_AN_HOUR).consume('a', AT)) > 0
  }

  /** The attempt's result, or the seconds to wait. */
  const attempt = ({ throttle }: Process, key: string, result: string | null) =>
    throttle
      .attempt({ counts: [{ key, free: 5 }] }, async () => result)
      .catch(({ retryAfterSeconds }) => retryAfterSeconds)

  const newClient = () => createClient({ url: redis.url })

  async function inRedis<T>(run: (client: ReturnType<typeof newClient>) => Promise<T>) {
    const client = newClient()
    await client.connect()
    try {
      return await run(client)
    } finally {
      client.destroy()
    }
  }

  test('uses in one process count in the other', async () => {
    const [here, there] = [first, second].map(({ createLimiter }) =>
      createLimiter('codes', THREE_AN_HOUR),
    )
    for (const limiter of [here, there, here]) expect(await limiter?.consume('a', AT)).toBe(0)
    for (const limiter of [here, there]) {
      expect(await limiter?.consume('a', AT)).toBeWithin(1, THREE_AN_HOUR.windowMs + 1)
      expect(await limiter?.consume('b', AT)).toBe(0)
    }
  })

  test('another clinic on the same Redis has its own counts', async () => {
    const other = aProcess('another secret')
    for (let n = 0; n < 2; n++) await first.createLimiter('clinics', ONE_AN_HOUR).consume('a', AT)
    expect(await first.createLimiter('clinics', ONE_AN_HOUR).consume('a', AT)).toBeGreaterThan(0)
    const itsLimiter = other.createLimiter('clinics', ONE_AN_HOUR)
    await until('it is connected', async () => {
      await itsLimiter.consume('its own', AT)
      return (await inRedis(client => client.keys('clinic-queue:clinics:*'))).length > 1
    })
    expect(await itsLimiter.consume('a', AT)).toBe(0)
  })

  test('failures in either process slow down both, and a success clears them in both', async () => {
    await inRedis(client => client.flushAll())
    for (const { failures } of [first, second, first, second, first]) await failures.add('ali', AT)
    expect((await second.failures.find('ali', AT))?.count).toBe(5)
    for (let n = 0; n < 5; n++) await second.failures.add('ali', AT)
    expect(await attempt(first, 'ali', 'signed in')).toBeWithin(2, 31)
    expect(await attempt(second, 'ali', 'signed in')).toBeWithin(2, 31)

    const [key = ''] = await inRedis(client => client.keys('clinic-queue:failures:*'))
    await inRedis(client => client.pExpire(key, QUARTER_HOUR - 30_000))
    expect(await attempt(first, 'ali', 'signed in')).toBe('signed in')
    expect(await second.failures.find('ali', AT)).toBeUndefined()
    expect(await attempt(second, 'ali', null)).toBeNull()
  })

  test('failures expire 15 minutes after the last one', async () => {
    await inRedis(client => client.flushAll())
    await first.failures.add('ali', AT)
    const [key = ''] = await inRedis(client => client.keys('*'))
    await inRedis(client => client.pExpire(key, 60_000))
    expect(await second.failures.find('ali', AT)).toMatchObject({ count: 1 })
    await second.failures.add('ali', AT)
    const left = await inRedis(client => client.pTTL(key))
    expect(left).toBeWithin(QUARTER_HOUR - 60_000, QUARTER_HOUR + 1)
  })

  test('Redis gets neither usernames nor addresses', async () => {
    await first.failures.add('user ali', AT)
    await first.createLimiter('codes', ONE_AN_HOUR).consume('10.0.0.9', AT)
    const keys = await inRedis(client => client.keys('*'))
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) expect(key).toMatch(/^clinic-queue:[\w-]+:[0-9a-f]{64}$/)
  })

  test('while Redis is unavailable each process counts alone, and logs it once', async () => {
    const [here, there] = [first, second].map(({ createLimiter }) =>
      createLimiter('away', ONE_AN_HOUR),
    )
    for (const { logged } of [first, second]) logged.length = 0
    await redis.die()
    await until('they know', () => [first, second].every(({ logged }) => logged.length > 0))
    for (const limiter of [here, there]) {
      expect(await limiter?.consume('a', AT)).toBe(0)
      expect(await limiter?.consume('a', AT)).toBe(ONE_AN_HOUR.windowMs)
    }
    for (let n = 0; n < 5; n++) expect(await attempt(first, 'mei', null)).toBeNull()
    expect(await attempt(first, 'mei', 'signed in')).toBe(1)
    expect(await attempt(second, 'mei', 'signed in')).toBe('signed in')

    await redis.restart()
    await until('they share again', areShared)
    const expected = ['rate limits not shared: Redis unavailable', 'rate limits shared again']
    expect([first.logged, second.logged]).toEqual([expected, expected])
  })

  test('a Redis that rejects writes is logged, and each process counts alone', async () => {
    const limiter = second.createLimiter('refused', ONE_AN_HOUR)
    const before = second.logged.length
    await inRedis(client => client.configSet('maxmemory', '1'))
    for (const wait of [0, ONE_AN_HOUR.windowMs, ONE_AN_HOUR.windowMs]) {
      expect(await limiter.consume('a', AT)).toBe(wait)
    }
    await inRedis(client => client.configSet('maxmemory', '0'))
    expect(second.logged.slice(before)).toEqual(['rate limits not shared: Redis unavailable'])
  })

  test('a Redis that hangs delays requests only briefly', async () => {
    redis.hang()
    const began = performance.now()
    expect(await attempt(first, 'siti', 'signed in')).toBe('signed in')
    expect(performance.now() - began).toBeLessThan(HANGS_AT_MOST_MS * SLOWNESS)
    redis.goOn()
    await until('they share again', areShared)
  })
})
