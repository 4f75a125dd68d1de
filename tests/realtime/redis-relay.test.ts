import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { ClientOfflineError, createClient, ErrorReply, SocketTimeoutError } from '@redis/client'
import { toPatientJson } from '#domain/patients/patient-json'
import { createRedisRelay, getErrorKind } from '../../server/cluster/redis-relay.ts'
import type { Log } from '../../server/observability/log.ts'
import { type ChannelEvent, createChannel } from '../../server/realtime/channel.ts'
import { redisProblem, startRedis } from '../support/network/redis.ts'
import { aCall, aPatient } from '../support/samples.ts'
import { until } from '../support/server/test-server.ts'
import { describeUnless } from '../support/unless.ts'

const NAME = 'clinic-queue:test'

describeUnless(redisProblem)('the relay between processes', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let all: ReturnType<typeof aProcess>[]

  beforeAll(async () => {
    redis = await startRedis()
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
      all.every(({ relay }) => relay.isDisconnected() !== isConnected),
    )

  const toEvent = (patientId: number) => [
    'patient:updated',
    { patientId },
    ['staff', 'tv', 'program'],
  ]

  test('a published event is delivered once in each process, in order', async () => {
    const [first, second, other] = all
    const expected = []
    for (let patientId = 0; patientId < 50; patientId++) {
      first?.channel.publish('patient:updated', { patientId })
      expected.push(toEvent(patientId))
    }
    first?.channel.publishTo({ to: 'qr:abc', name: 'qr:expired', payload: {} })
    first?.channel.endSessions(['a', 'b'])
    first?.channel.resyncAll()
    expected.push(['qr:expired', {}, ['qr:abc']], ['ended', ['a', 'b']], ['resync'])
    expect(first?.received).toEqual(expected)
    await until('everything is received', () => second?.received.length === expected.length)
    second?.channel.publish('patient:updated', { patientId: 99 })
    expected.push(toEvent(99))
    await until('the reply is received', () => first?.received.length === expected.length)
    expect([first?.received, second?.received, other?.received]).toEqual([expected, expected, []])
  })

  test('a change is told to the desks of its process; those of others fetch, and learn no name', async () => {
    const [first, second] = all
    const patient = aPatient({ id: 7, name: 'ALI' })
    const next = { prefix: null, number: 2 }
    first?.channel.publishChange([{ kind: 'registered', patient, next }])
    await until('it is received', () => second?.received.length === 2)
    const told = ['queue:updated', { patientId: 7 }, ['staff', 'tv', 'program']]
    const change = { boot: expect.any(String), seq: expect.any(Number), at: expect.any(String) }
    const fact = { kind: 'registered', patient: toPatientJson(patient), next }
    expect(first?.received).toEqual([['change', { ...change, facts: [fact] }, ['page']], told])
    const elsewhere = { ...change, facts: [{ ...fact, patient: null }, { kind: 'all' }] }
    expect(second?.received).toEqual([['change', elsewhere, ['page']], told])
  })

  test("a Dashboard announces another machine's call at once, and drops one that is taken back", async () => {
    const [first, second] = all
    const patient = aPatient({ id: 7 })
    const call = aCall({ patientId: 7 })
    first?.channel.publishChange([{ kind: 'called', patient, call }])
    first?.channel.publishChange([{ kind: 'withdrawn', patientId: 7, patient }])
    const received = () =>
      ((second?.received ?? []) as [string, object][]).filter(([name]) => name === 'change')
    await until('both are received', () => received().length === 2)
    expect(received().map(([, change]) => change)).toMatchObject([
      { facts: [{ kind: 'called', call }, { kind: 'all' }] },
      { facts: [{ kind: 'withdrawn', patientId: 7 }, { kind: 'all' }] },
    ])
  })

  test('a malformed message is ignored, and the next one is delivered', async () => {
    const [first, second] = all
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
    first?.channel.publish('patient:updated', { patientId: 1 })
    await until('it is received', () => second?.received.length === 1)
    expect(second?.received).toEqual([toEvent(1)])
    const message = 'Redis message ignored: malformed'
    const warned = ['JSON', 'ZodError'].map(error => ({ level: 'warn', message, error }))
    expect(second?.logged.map(line => JSON.parse(line))).toEqual(warned)
  })

  test('an outage of Redis is noticed, and all subscribe again afterwards', async () => {
    const [first, second] = all
    for (let check = 0; check < 10; check++) first?.relay.mayHaveMissed()
    expect(first?.relay.mayHaveMissed()).toBe(false)
    await redis.die()
    await areConnected(false)
    expect(first?.relay.mayHaveMissed()).toBe(true)
    for (const patientId of [1, 2, 3]) first?.channel.publish('patient:updated', { patientId })
    await redis.restart()
    await areConnected()
    const results = [1, 2, 3].map(() => first?.relay.mayHaveMissed())
    expect(results).toEqual([true, true, false])
    first?.channel.publish('patient:updated', { patientId: 4 })
    await until('it is received', () => second?.received.length === 1)
    expect(second?.received).toEqual([toEvent(4)])
    const logged = first?.logged ?? []
    expect(logged[0]).toContain('Redis connection failed')
    expect(logged.at(-1)).toContain('Redis connected')
    expect(new Set(logged).size).toBe(logged.length)
  })
})

test("Redis's own kind of error is logged, and nothing of its message", () => {
  const refused = Object.assign(new Error('connect 10.0.0.9:6379'), { code: 'ECONNREFUSED' })
  const causes = [
    refused,
    new AggregateError([refused], 'all addresses failed'),
    new ErrorReply('WRONGPASS invalid username-password pair'),
    new SocketTimeoutError(5_000),
    new ClientOfflineError(),
    new TypeError('x'),
    'text',
  ]
  expect(causes.map(getErrorKind)).toEqual([
    'ECONNREFUSED',
    'ECONNREFUSED',
    'WRONGPASS',
    'SocketTimeoutError',
    'ClientOfflineError',
    'TypeError',
    'string',
  ])
})
