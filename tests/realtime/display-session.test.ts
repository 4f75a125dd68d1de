import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dropEndedSessions } from '../../server/actions/system/cleanup.ts'
import { findSessionByToken } from '../../server/security/session.ts'
import { recordEventStream, recordSocket } from '../support/realtime/event-recorder.ts'
import { startDisplay } from '../support/server/actions.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, type signIn, until, withTestServer } from '../support/server/test-server.ts'

const NOT_FOR_DISPLAYS = /chest|blood|priority|requeue|trackingHistory|"status"|"patient":|faridah/i

const ctx = withTestServer()
let desk: Awaited<ReturnType<typeof signIn>>
let tv: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  desk = await ctx.nurse()
  tv = await ctx.admin()
})

const start = () => tv.post('/api/auth/display')

async function getSession() {
  const session = await findSessionByToken(ctx.clinic, /session=([^;]+)/.exec(tv.cookie)?.[1])
  if (!session) throw new Error('it is signed in')
  return session
}

const connect = (kind: string) =>
  kind === 'stream'
    ? recordEventStream(`${ctx.url}/api/events`, tv.cookie)
    : recordSocket(connectSocket(ctx.url, { cookie: tv.cookie }))

test.each(['socket', 'stream'])(
  'the staff %s of a session ends when it becomes a display, and the next one is of a TV',
  async kind => {
    const before = connect(kind)
    await until('it is greeted', () => before.received.length === 1)
    expect(before.received[0]?.[0]).toBe('clinic:joined')
    await start()
    await until('it is closed', before.isOver)

    const after = connect(kind)
    await until('it is greeted', () => after.received.length === 1)
    expect(after.received[0]).toEqual([
      'tv:connected',
      { name: 'admin', version: expect.any(String) },
    ])
    // Another tab of the same browser presses, too.
    expect((await start()).status).toBe(200)
    const priority = { isPriority: true, priorityReason: 'CHEST PAIN' }
    const register = async (json: object): Promise<number> =>
      (await desk.post('/api/patients', json)).body.id
    const ali = await register({ name: 'ali', ...priority })
    const faridah = await register({ name: 'faridah', isDiscreet: true })
    await desk.call(ali, ROOMS.one)
    const requeue = { status: 'requeue', requeueReason: 'BLOOD TEST', holdMinutes: 60 }
    await desk.step(ali, requeue)
    await desk.call(faridah, ROOMS.one)
    await desk.delete(`/api/patients/${ali}`)
    const received = () => JSON.stringify(after.received)
    await until('all is received', () => received().includes('"isGone":true'))
    expect(received()).toContain('"name":"ALI"')
    expect(received()).toContain('"name":"No. 002"')
    expect(received()).not.toMatch(NOT_FOR_DISPLAYS)
    expect(after.isOver()).toBe(false)

    await tv.post('/api/auth/logout')
    await until('it is closed', after.isOver)
  },
)

test.each(['socket', 'stream'])(
  'a %s that is opened while the display starts is no desk',
  async kind => {
    const session = await getSession()
    // So that the session is read again.
    await ctx.clinic.write(tx => tx.run(sql`update users set is_active = is_active`))
    const { read } = ctx.clinic
    ctx.clinic.read = async work => {
      const found = await read(work)
      ctx.clinic.read = read
      await startDisplay(ctx.clinic, session)
      return found
    }
    const opened = connect(kind)
    await until('it is refused, or greeted', () => opened.isOver() || opened.received.length > 0)
    expect(opened.received.map(([event]) => event)).not.toContain('clinic:joined')
    opened.close()
  },
)

test('a machine that missed the change ends its staff connections within a minute', async () => {
  const staff = [connect('socket'), connect('stream')]
  await until('they are greeted', () => staff.every(({ received }) => received.length === 1))
  const otherMachine = { ...ctx.clinic, channel: { ...ctx.clinic.channel, endSessions() {} } }
  await startDisplay(otherMachine, await getSession())
  const displays = [connect('socket'), connect('stream')]
  await until('they are greeted', () => displays.every(({ received }) => received.length === 1))
  expect(staff.map(({ isOver }) => isOver())).toEqual([false, false])
  await dropEndedSessions(ctx.clinic)
  await until('they are closed', () => staff.every(({ isOver }) => isOver()))
  expect(displays.map(({ isOver }) => isOver())).toEqual([false, false])
  for (const { close } of displays) close()
})

test('a display is no TV that desks expect to report a call', async () => {
  await start()
  const display = connect('stream')
  await until('it is greeted', () => display.received.length === 1)
  expect(ctx.clinic.channel.getTvs()).toEqual([])
  const { id } = await desk.register('ali')
  await desk.call(id, ROOMS.one)
  await until('it is called', () => display.received.some(([event]) => event === 'patient:called'))
  expect((await desk.send('GET', '/api/dashboard/receipts')).body).toEqual([])
  display.close()
})
