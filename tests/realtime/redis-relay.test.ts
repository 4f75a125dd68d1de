import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createClient } from '@redis/client'
import type { Log } from '../../server/observability/log.ts'
import { type ChannelEvent, createChannel } from '../../server/realtime/channel.ts'
import { createRedisRelay } from '../../server/realtime/redis-relay.ts'
import { aRedis, hasRedis } from '../support/redis.ts'
import { until } from '../support/server.ts'

const NAME = 'clinic-queue:test'

describe.skipIf(!hasRedis)('the relay between processes', () => {
  let redis: Awaited<ReturnType<typeof aRedis>>
  let all: ReturnType<typeof aProcess>[]

  beforeAll(async () => {
    redis = await aRedis()
    all = [aProcess(NAME), aProcess(NAME), aProcess('clinic-queue:other')]
    await areConnected()
  })
  beforeEach(() => {
    for (const { received, logged } of all) received.length = logged.length = 0
  })
  afterAll(() => redis?.close())

  function aProcess(name: string) {
    const channel = createChannel()
    const received: unknown[] = []
    const logged: string[] = []
    const log: Log = (level, message, details) =>
      logged.push(JSON.stringify({ level, message, ...details }))
    const relay = createRedisRelay(channel, { redisUrl: redis.url, name, log })
    channel.subscribe({
      onEvent: ({ name, payload, audience }: ChannelEvent) =>
        received.push([name, payload, audience]),
      onSessionsEnded: sessions => received.push(['ended', sessions]),
      onResync: () => received.push(['resync']),
    })
    return { channel, relay, received, logged }
  }

  const areConnected = (isConnected = true) =>
    until(`connected: ${isConnected}`, () =>
      all.every(one => one.relay.isDisconnected() !== isConnected),
    )

  const heard = (patientId: number) => ['patient:updated', { patientId }, ['staff', 'tv']]

  test('what is published is told here once and at the other process once, in order', async () => {
    const [one, two, other] = all
    const told = []
    for (let patientId = 0; patientId < 50; patientId++) {
      one?.channel.publish('patient:updated', { patientId })
      told.push(heard(patientId))
    }
    one?.channel.publishTo('qr:abc', 'qr:expired', {})
    one?.channel.endSessions(['a', 'b'])
    one?.channel.resyncAll()
    told.push(['qr:expired', {}, ['qr:abc']], ['ended', ['a', 'b']], ['resync'])
    expect(one?.received).toEqual(told)
    await until('all is told', () => two?.received.length === told.length)
    two?.channel.publish('patient:updated', { patientId: 99 })
    told.push(heard(99))
    await until('the answer is told', () => one?.received.length === told.length)
    expect([one?.received, two?.received, other?.received]).toEqual([told, told, []])
  })

  test('what is no message is ignored, and the next one is not', async () => {
    const [one, two] = all
    const stranger = await createClient({ url: redis.url }).connect()
    for (const text of [
      'no JSON',
      'null',
      '{}',
      '{"from":"x","message":{"event":{"name":"patient:updated"}}}',
      '{"from":"x","message":{"endedSessions":[1]}}',
      '{"from":"x","message":{"resync":"PATIENT"}}',
    ]) {
      await stranger.publish(NAME, text)
    }
    stranger.destroy()
    one?.channel.publish('patient:updated', { patientId: 1 })
    await until('it is told', () => two?.received.length === 1)
    expect(two?.received).toEqual([heard(1)])
    const message = 'Redis message ignored: malformed'
    const warned = ['JSON', 'ZodError'].map(error => ({ level: 'warn', message, error }))
    expect(two?.logged.map(line => JSON.parse(line))).toEqual(warned)
  })

  test('a Redis that dies is missed, and all subscribe again when it is back', async () => {
    const [one, two] = all
    for (let asked = 0; asked < 10; asked++) one?.relay.mayHaveMissed()
    expect(one?.relay.mayHaveMissed()).toBe(false)
    await redis.die()
    await areConnected(false)
    expect(one?.relay.mayHaveMissed()).toBe(true)
    for (const patientId of [1, 2, 3]) one?.channel.publish('patient:updated', { patientId })
    await redis.comeBack()
    await areConnected()
    const asked = [1, 2, 3].map(() => one?.relay.mayHaveMissed())
    expect(asked).toEqual([true, true, false])
    one?.channel.publish('patient:updated', { patientId: 4 })
    await until('it is told', () => two?.received.length === 1)
    expect(two?.received).toEqual([heard(4)])
    const logged = one?.logged ?? []
    expect(logged[0]).toContain('Redis connection failed')
    expect(logged.at(-1)).toContain('Redis connected')
    expect(new Set(logged).size).toBe(logged.length)
  })
})
