import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createClient } from '@redis/client'
import { createLoginThrottle, type LoginThrottle } from '../../server/security/login-throttle.ts'
import { openSharedLimits, type SharedLimits } from '../../server/security/shared-limits.ts'
import { aRedis, hasRedis } from '../support/redis.ts'
import { until } from '../support/server.ts'

const AT = Date.parse('2026-11-20T02:00:00.000Z')
const ONE_AN_HOUR = { max: 1, windowMs: 3_600_000 }
const THREE_AN_HOUR = { max: 3, windowMs: 3_600_000 }
const QUARTER_HOUR = 15 * 60_000
const HANGS_AT_MOST_MS = 4_000

type Machine = SharedLimits & { logged: string[]; throttle: LoginThrottle }

describe.skipIf(!hasRedis)('limits of several machines', () => {
  let redis: Awaited<ReturnType<typeof aRedis>>
  let one: Machine
  let two: Machine

  beforeAll(async () => {
    redis = await aRedis()
    one = aMachine('a secret')
    two = aMachine('a secret')
    await until('they share', areShared)
  })
  afterAll(() => redis?.close())

  function aMachine(secret: string): Machine {
    const logged: string[] = []
    const log = (_: string, message: string) => void logged.push(message)
    const limits = openSharedLimits({ redisUrl: redis.url, secret, log })
    return { ...limits, logged, throttle: createLoginThrottle(limits.failures) }
  }

  async function areShared() {
    const name = crypto.randomUUID()
    const first = await one.limiter(name, ONE_AN_HOUR).consume('a', AT)
    return first === 0 && (await two.limiter(name, ONE_AN_HOUR).consume('a', AT)) > 0
  }

  /** What the throttle says to an attempt: its result, or how many seconds to wait. */
  const attempt = ({ throttle }: Machine, key: string, result: string | null) =>
    throttle
      .attempt([key], AT, async () => result)
      .catch(({ retryAfterSeconds }) => retryAfterSeconds)

  const newClient = () => createClient({ url: redis.url })

  /** Asks Redis itself. */
  async function inRedis<T>(ask: (client: ReturnType<typeof newClient>) => Promise<T>) {
    const client = newClient()
    await client.connect()
    try {
      return await ask(client)
    } finally {
      client.destroy()
    }
  }

  test('what is asked of one counts at the other', async () => {
    const [here, there] = [one, two].map(({ limiter }) => limiter('codes', THREE_AN_HOUR))
    for (const limiter of [here, there, here]) expect(await limiter?.consume('a', AT)).toBe(0)
    for (const limiter of [here, there]) {
      expect(await limiter?.consume('a', AT)).toBeWithin(1, THREE_AN_HOUR.windowMs + 1)
      expect(await limiter?.consume('b', AT)).toBe(0)
    }
  })

  test('another clinic on the same Redis has counts of its own', async () => {
    const other = aMachine('another secret')
    for (let n = 0; n < 2; n++) await one.limiter('clinics', ONE_AN_HOUR).consume('a', AT)
    expect(await one.limiter('clinics', ONE_AN_HOUR).consume('a', AT)).toBeGreaterThan(0)
    const itsLimiter = other.limiter('clinics', ONE_AN_HOUR)
    await until('it is connected', async () => {
      await itsLimiter.consume('its own', AT)
      return (await inRedis(client => client.keys('clinic-queue:clinics:*'))).length > 1
    })
    expect(await itsLimiter.consume('a', AT)).toBe(0)
  })

  test('failures at either slow down both, and a success at one clears them at both', async () => {
    await inRedis(client => client.flushAll())
    for (const { failures } of [one, two, one, two, one]) await failures.add('ali', AT)
    expect((await two.failures.find('ali', AT))?.count).toBe(5)
    for (let n = 0; n < 5; n++) await two.failures.add('ali', AT)
    expect(await attempt(one, 'ali', 'signed in')).toBeWithin(2, 31)
    expect(await attempt(two, 'ali', 'signed in')).toBeWithin(2, 31)

    const [key = ''] = await inRedis(client => client.keys('clinic-queue:failures:*'))
    await inRedis(client => client.pExpire(key, QUARTER_HOUR - 30_000))
    expect(await attempt(one, 'ali', 'signed in')).toBe('signed in')
    expect(await two.failures.find('ali', AT)).toBeUndefined()
    expect(await attempt(two, 'ali', null)).toBeNull()
  })

  test('failures are forgotten a quarter of an hour after the last one', async () => {
    await inRedis(client => client.flushAll())
    await one.failures.add('ali', AT)
    const [key = ''] = await inRedis(client => client.keys('*'))
    await inRedis(client => client.pExpire(key, 60_000))
    expect(await two.failures.find('ali', AT)).toMatchObject({ count: 1 })
    await two.failures.add('ali', AT)
    const left = await inRedis(client => client.pTTL(key))
    expect(left).toBeWithin(QUARTER_HOUR - 60_000, QUARTER_HOUR + 1)
  })

  test('Redis learns neither usernames nor addresses', async () => {
    await one.failures.add('user ali', AT)
    await one.limiter('codes', ONE_AN_HOUR).consume('10.0.0.9', AT)
    const keys = await inRedis(client => client.keys('*'))
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) expect(key).toMatch(/^clinic-queue:[\w-]+:[0-9a-f]{64}$/)
  })

  test('while Redis is away each counts for itself, and says so once', async () => {
    const [here, there] = [one, two].map(({ limiter }) => limiter('away', ONE_AN_HOUR))
    for (const { logged } of [one, two]) logged.length = 0
    await redis.die()
    await until('they know', () => [one, two].every(({ logged }) => logged.length > 0))
    for (const limiter of [here, there]) {
      expect(await limiter?.consume('a', AT)).toBe(0)
      expect(await limiter?.consume('a', AT)).toBe(ONE_AN_HOUR.windowMs)
    }
    for (let n = 0; n < 5; n++) expect(await attempt(one, 'mei', null)).toBeNull()
    expect(await attempt(one, 'mei', 'signed in')).toBe(1)
    expect(await attempt(two, 'mei', 'signed in')).toBe('signed in')

    await redis.comeBack()
    await until('they share again', areShared)
    const told = ['rate limits not shared: Redis unavailable', 'rate limits shared again']
    expect([one.logged, two.logged]).toEqual([told, told])
  })

  test('a Redis that refuses to count is told of, and each counts for itself', async () => {
    const limiter = two.limiter('refused', ONE_AN_HOUR)
    const before = two.logged.length
    await inRedis(client => client.configSet('maxmemory', '1'))
    for (const wait of [0, ONE_AN_HOUR.windowMs, ONE_AN_HOUR.windowMs]) {
      expect(await limiter.consume('a', AT)).toBe(wait)
    }
    await inRedis(client => client.configSet('maxmemory', '0'))
    expect(two.logged.slice(before)).toEqual(['rate limits not shared: Redis unavailable'])
  })

  test('a Redis that hangs keeps nobody waiting for long', async () => {
    redis.hang()
    const began = performance.now()
    expect(await attempt(one, 'siti', 'signed in')).toBe('signed in')
    expect(performance.now() - began).toBeLessThan(HANGS_AT_MOST_MS)
    redis.goOn()
    await until('they share again', areShared)
  })
})
