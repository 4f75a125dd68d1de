import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { BEFORE_ALL_CALLS, type CallPlace } from '#domain/events'
import { type Admin, registerAndCall, startPage } from '../../support/actors/page-actor.ts'
import { libsqlProblem } from '../../support/network/libsql-server.ts'
import { redisProblem } from '../../support/network/redis.ts'
import {
  getCallSequences,
  recordEventStream,
  recordSocket,
  recordStreamAndSocket,
} from '../../support/realtime/event-recorder.ts'
import { type Cluster, startCluster } from '../../support/server/cluster.ts'
import { readCookies } from '../../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../../support/server/test-clinic.ts'
import { connectSocket, signIn, until } from '../../support/server/test-server.ts'
import { SLOWNESS, TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { describeUnless } from '../../support/unless.ts'

// Longer than usual: two machines start, and a Redis dies, hangs and returns.
setDefaultTimeout(TIME_LIMIT_MS)

describeUnless(libsqlProblem ?? redisProblem)('two machines, one clinic', () => {
  let ctx: Cluster
  let atOne: Admin
  let atTwo: Admin

  beforeAll(async () => {
    ctx = await startCluster()
    // One sign-in is valid on both.
    atOne = await signIn(ctx.one, ADMIN)
    atTwo = await signIn(ctx.two, ADMIN)
  })
  const screens: ReturnType<typeof startPage>[] = []
  afterAll(async () => {
    for (const screen of screens) screen.close()
    await ctx?.close()
  })

  function aScreen(...input: Parameters<typeof startPage>) {
    const screen = startPage(...input)
    screens.push(screen)
    return screen
  }

  const newest = async (token: string): Promise<CallPlace> => {
    const calls = await (await fetch(`${ctx.two}/api/tv/${token}/calls?after=0`)).json()
    return calls.at(-1) ?? BEFORE_ALL_CALLS
  }

  const aTv = async (name: string) => {
    const { body } = await atOne.send('POST', '/api/tv-devices', { userId: ADMIN.id, name })
    return { token: body.token as string, id: body.device.id as number }
  }

  test('calls on either reach the clients of both, by socket and by stream, each once, and those of one machine in order', async () => {
    const { token } = await aTv('Order')
    const recorders = [ctx.one, ctx.two].flatMap(url => [
      { name: 'socket', ...recordSocket(connectSocket(url, { cookie: atOne.cookie })) },
      { name: 'stream', ...recordEventStream(`${url}/api/tv/${token}/events`) },
    ])
    await until('all listen', () => recorders.every(({ received }) => received.length > 0))
    const patients = []
    for (let n = 1; n <= 20; n++) patients.push(await atOne.register(`p${n}`))
    for (const [n, { id }] of patients.entries()) {
      const desk = n % 2 ? atTwo : atOne
      expect((await desk.call(id, ROOMS.one)).status).toBe(200)
      await desk.send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
    }
    for (const { name, received } of recorders) {
      await until(`all are received by ${name}`, () => getCallSequences(received).length >= 20)
      // Odd ones were called on one, even ones on two. A TV puts calls in order by itself.
      const [even = [], odd = []] = [0, 1].map(rest =>
        getCallSequences(received).filter(sequence => sequence % 2 === rest),
      )
      const first = Array.from({ length: 10 }, (_, n) => 2 * n + 1)
      expect({ name, odd, even }).toEqual({ name, odd: first, even: first.map(n => n + 1) })
    }
    for (const recorder of recorders) recorder.close()
  })

  test('the same write sent to both has one effect', async () => {
    const headers = {
      cookie: atOne.cookie,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    }
    const body = JSON.stringify({ name: 'twice' })
    const responses = await Promise.all(
      [ctx.one, ctx.two].map(url =>
        fetch(`${url}/api/patients`, { method: 'POST', headers, body }),
      ),
    )
    const [a, b] = await Promise.all(responses.map(response => response.json()))
    expect(a.id).toBe(b.id)
  })

  test('two desks on two machines call into one room: one succeeds', async () => {
    const [ali, mei] = [await atOne.register('ali'), await atTwo.register('mei')]
    const [one, two] = await Promise.all([
      atOne.call(ali.id, ROOMS.two),
      atTwo.call(mei.id, ROOMS.two),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    const called = one.status === 200 ? ali : mei
    await atOne.send('PATCH', `/api/patients/${called.id}/status`, { status: 'completed' })
  })

  test('wrong passwords and requested codes on one count on the other', async () => {
    const from = (address: string) => ({
      'content-type': 'application/json',
      'x-forwarded-for': address,
    })
    const body = JSON.stringify({ username: 'nobody', password: 'guess' })
    const guess = (url: string) =>
      fetch(`${url}/api/auth/login`, { method: 'POST', headers: from('10.9.9.1'), body })
    const requestCode = (url: string) =>
      fetch(`${url}/api/tv/pairings`, { method: 'POST', headers: from('10.9.9.2') })
    const statuses = async (send: (url: string) => Promise<Response>, count: number) => {
      const all = []
      for (let n = 0; n < count; n++) all.push((await send(n % 2 ? ctx.two : ctx.one)).status)
      return all
    }
    expect(await statuses(guess, 5)).toEqual(Array.from({ length: 5 }, () => 401))
    expect((await guess(ctx.two)).status).toBe(429)
    expect(await statuses(requestCode, 30)).toEqual(Array.from({ length: 30 }, () => 201))
    expect(await statuses(requestCode, 2)).toEqual([429, 429])
  })

  test('a sign-in by QR code works across both', async () => {
    const created = await fetch(`${ctx.one}/api/qr/init`, { method: 'POST' })
    const { qrId } = await created.json()
    const cookie = readCookies(created)
    const { socket, received } = connectSocket(ctx.one, { cookie })
    const joined = { isTrue: false }
    socket.on('connect', () => socket.emit('qr:join', { qrId }, () => (joined.isTrue = true)))
    await until('it has joined', () => joined.isTrue)
    const post = (url: string, verb: string, json: object, cookie = '') =>
      fetch(`${url}/api/qr/${qrId}/${verb}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(json),
      })
    const { username, password } = ADMIN
    const phone = await (await post(ctx.two, 'authorize', { username, password })).json()
    await until('the TV receives its code', () => received.length === 1)
    const [, payload] = received[0] ?? []
    const status = await fetch(`${ctx.two}/api/qr/${qrId}/status`, { headers: { cookie } })
    expect((await status.json()).code).toBe((payload as { code: string }).code)
    const done = await post(ctx.two, 'finalize', { tvVerifier: phone.code }, cookie)
    expect(done.status).toBe(200)
    await until('the TV receives the end, and is closed', () => !socket.connected)
    expect(received[1]?.[0]).toBe('qr:login_complete')
  })

  test('a logout, a deactivated user and a revoked TV on one close the connections on the other', async () => {
    const form = { username: 'leaver', password: 'secret1', role: 'user' }
    const { body: user } = await atOne.send('POST', '/api/users', form)
    const { token, id } = await aTv('Revoked')
    const deactivated = await signIn(ctx.one, { id: user.id, ...form })
    const loggedOut = await signIn(ctx.one, ADMIN)
    const recorders = {
      logout: recordStreamAndSocket(ctx.two, loggedOut.cookie),
      switchedOff: recordStreamAndSocket(ctx.two, deactivated.cookie),
      revoked: [
        recordEventStream(`${ctx.two}/api/tv/${token}/events`),
        recordSocket(connectSocket(ctx.two, { auth: { tvToken: token } })),
      ],
    }
    const all = Object.values(recorders).flat()
    await until('all listen', () => all.every(({ received }) => received.length > 0))

    await loggedOut.send('POST', '/api/auth/logout')
    await until('the logout ends both', () => recorders.logout.every(recorder => recorder.isOver()))
    expect(recorders.switchedOff.some(recorder => recorder.isOver())).toBe(false)
    expect((await atOne.send('PATCH', `/api/users/${user.id}/status`)).status).toBe(200)
    await until('switched off ends both', () =>
      recorders.switchedOff.every(recorder => recorder.isOver()),
    )
    expect((await atOne.send('DELETE', `/api/tv-devices/${id}`)).status).toBe(200)
    await until('revoked ends both', () => recorders.revoked.every(recorder => recorder.isOver()))
  })

  test('a Redis that dies, hangs and returns blocks no desk, loses no call on the TV, and no name into the log', async () => {
    const { token } = await aTv('Redis')
    const tv = aScreen({ url: ctx.two, token, newestCall: await newest(token) })
    const desk = aScreen({ url: ctx.two, cookie: atOne.cookie })
    await Promise.all([tv.listens(), desk.listens()])
    const played: string[] = []
    const callOut = async (name: string) => {
      const began = performance.now()
      const { id } = await atOne.register(name)
      expect((await atOne.call(id, ROOMS.one)).status).toBe(200)
      expect(performance.now() - began).toBeLessThan(3_000 * SLOWNESS)
      played.push(name)
      await until(`${name} is played`, () => tv.played().includes(name))
      await atOne.send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
    }
    await callOut('BEFORE')
    const ended = await signIn(ctx.one, ADMIN)
    const recorders = recordStreamAndSocket(ctx.two, ended.cookie)
    await until('they listen', () => recorders.every(({ received }) => received.length > 0))

    await ctx.redis.die()
    await ctx.areJoined(false)
    await callOut('DEAD')
    // The other machine got no message and detects it by itself.
    await ended.send('POST', '/api/auth/logout')
    await until('the logout ends both', () => recorders.every(recorder => recorder.isOver()))
    await ctx.redis.restart()
    await ctx.areJoined()
    await callOut('BACK')
    ctx.redis.hang()
    await callOut('HANGS')
    ctx.redis.goOn()
    await ctx.areJoined()
    await callOut('GOES ON')
    expect(tv.played()).toEqual(played)
    expect(desk.latest()?.shows).toContain('HANGS completed')
    expect(ctx.printed()).toContain('Redis connection failed')
    expect(ctx.printed()).not.toMatch(/BEFORE|DEAD|HANGS|redis:/)
  })

  test('when one machine dies the screens continue on the other', async () => {
    const { token } = await aTv('Survivor')
    const newestCall = await newest(token)
    const pages = [1, 2, 3].map(() => aScreen({ url: ctx.url, token, newestCall }))
    const desks = [1, 2, 3].map(() => aScreen({ url: ctx.url, cookie: atTwo.cookie }))
    await Promise.all([...pages, ...desks].map(page => page.listens()))
    await ctx.killOne()
    await registerAndCall(atTwo, 'LAST', ROOMS.dispensary)
    await Promise.all(
      pages.map(tv => until('the call is played', () => tv.played().includes('LAST'))),
    )
    await Promise.all([...pages, ...desks].map(page => page.listens()))
    // Some were connected to the one that died.
    expect([...pages, ...desks].some(page => page.joined() > 1)).toBe(true)
    await Promise.all(
      desks.map(desk =>
        until('the desk shows it', () => desk.latest()?.shows.includes('LAST called')),
      ),
    )
  })
})
