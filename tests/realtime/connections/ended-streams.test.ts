import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dropEndedSessions } from '../../../server/actions/system/cleanup.ts'
import { revokeTvDevice, toggleUser } from '../../support/server/actions.ts'
import { readCookies, withTestApp } from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()

async function open(path: string, headers: Record<string, string>) {
  expect((await ctx.app.request(path, { headers })).status).toBe(200)
  return ctx.clinic.channel.getLocalSessions().at(-1) ?? ''
}

async function signIn() {
  const response = await ctx.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(NURSE),
  })
  return readCookies(response)
}

/** The path of a TV's event stream. */
async function addTv(userId: number) {
  const admin = await ctx.admin()
  const { body } = await admin.post('/api/tv-devices', { userId, name: 'Hall' })
  return `/api/tv/${body.token}/events`
}

const openStaffStream = async () => open('/api/events', { cookie: await signIn() })
const openTvStream = async (userId: number) => open(await addTv(userId), {})

async function openProgramStream(name: string) {
  const admin = await ctx.admin()
  const json = { name, scopes: ['queue'] }
  const { body } = await admin.post('/api/tokens', json)
  return open('/api/v1/events', { authorization: `Bearer ${body.token}` })
}

/** As another machine does it, whose message was lost. */
const onAnotherMachine = (statement: ReturnType<typeof sql>) =>
  ctx.database.write(tx => tx.run(statement))

test('a stream of any kind stays open for as long as it is valid', async () => {
  const opened = [
    await openStaffStream(),
    await openTvStream(NURSE.id),
    await openProgramStream('LAB'),
  ]
  await dropEndedSessions(ctx.clinic)
  expect(ctx.clinic.channel.getLocalSessions()).toEqual(opened)
})

test('what ended on another machine is closed, and nothing else', async () => {
  const staff = await openStaffStream()
  const tv = await openTvStream(ADMIN.id)
  const [removed, kept] = [await openProgramStream('LAB'), await openProgramStream('KIOSK')]

  await onAnotherMachine(sql`delete from api_tokens where name = 'LAB'`)
  await dropEndedSessions(ctx.clinic)
  expect(ctx.clinic.channel.getLocalSessions()).toEqual([staff, tv, kept])
  expect(removed).not.toBe(kept)

  await onAnotherMachine(sql`update tv_devices set revoked_at = '2026-11-20', token_hash = null`)
  await dropEndedSessions(ctx.clinic)
  expect(ctx.clinic.channel.getLocalSessions()).toEqual([staff, kept])

  await onAnotherMachine(sql`delete from sessions where user_id = ${NURSE.id}`)
  await dropEndedSessions(ctx.clinic)
  expect(ctx.clinic.channel.getLocalSessions()).toEqual([kept])
})

test.each([
  ['is switched off', sql`update users set is_active = 0 where id = ${ADMIN.id}`],
  ['is no administrator any more', sql`update users set role = 'user' where id = ${ADMIN.id}`],
  ['is deleted', sql`delete from users where id = ${ADMIN.id}`],
])('a program whose administrator %s on another machine is closed', async (_, change) => {
  await openProgramStream('LAB')
  await onAnotherMachine(change)
  await dropEndedSessions(ctx.clinic)
  expect(ctx.clinic.channel.getLocalSessions()).toEqual([])
})

/** Runs `task` when the next read has found its data, and before it returns. */
function afterNextRead(task: () => Promise<unknown>) {
  const { read } = ctx.clinic
  ctx.clinic.read = async work => {
    ctx.clinic.read = read
    const found = await read(work)
    await task()
    return found
  }
}

test('a user who is deactivated while their stream opens gets none', async () => {
  const cookie = await signIn()
  afterNextRead(() => toggleUser(ctx.clinic, NURSE.id))
  const response = await ctx.app.request('/api/events', { headers: { cookie } })
  expect([response.status, ctx.clinic.channel.getLocalSessions()]).toEqual([401, []])
})

test('a TV that is revoked while its stream opens gets none', async () => {
  const path = await addTv(NURSE.id)
  afterNextRead(() => revokeTvDevice(ctx.clinic, 1))
  const response = await ctx.app.request(path)
  const location = response.headers.get('location') ?? ''
  const followed = await ctx.app.request(location)
  expect([
    response.status,
    location,
    followed.status,
    ctx.clinic.channel.getLocalSessions(),
  ]).toEqual([302, path, 404, []])
})

test('a stream that cannot be checked while it opens is not left open', async () => {
  const [path, cookie] = [await addTv(NURSE.id), await signIn()]
  const { read } = ctx.clinic
  for (const request of [path, '/api/events']) {
    afterNextRead(async () => {
      ctx.clinic.read = () => Promise.reject(new Error('the disk does not answer'))
      await ctx.clinic.write(tx => tx.run(sql`update users set is_active = is_active`))
    })
    const response = await ctx.app.request(request, { headers: { cookie } })
    expect([request, response.status, ctx.clinic.channel.getLocalSessions()]).toEqual([
      request,
      500,
      [],
    ])
    ctx.clinic.read = read
  }
})
