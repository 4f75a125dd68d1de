import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { revokeTvDevice, toggleUser } from '../../support/server/actions.ts'
import { readCookies, withTestApp } from '../../support/server/test-app.ts'
import { NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()

const countStreams = () => ctx.clinic.channel.getLocalSessions().length

async function signInAsNurse() {
  const response = await ctx.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(NURSE),
  })
  return readCookies(response)
}

/** The path of a TV's event stream. */
async function addTv(): Promise<string> {
  const admin = await ctx.admin()
  const json = { userId: NURSE.id, name: 'Hall' }
  const { body } = await admin.post('/api/tv-devices', json)
  return `/api/tv/${body.token}/events`
}

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
  const cookie = await signInAsNurse()
  afterNextRead(() => toggleUser(ctx.clinic, NURSE.id))
  const response = await ctx.app.request('/api/events', { headers: { cookie } })
  expect([response.status, countStreams()]).toEqual([401, 0])
})

test('a TV that is revoked while its stream opens gets none', async () => {
  const path = await addTv()
  afterNextRead(() => revokeTvDevice(ctx.clinic, 1))
  const response = await ctx.app.request(path)
  const location = response.headers.get('location') ?? ''
  const followed = await ctx.app.request(location)
  expect([response.status, location, followed.status, countStreams()]).toEqual([302, path, 404, 0])
})

test('a stream that cannot be checked while it opens is not left open', async () => {
  const [path, cookie] = [await addTv(), await signInAsNurse()]
  const { read } = ctx.clinic
  for (const request of [path, '/api/events']) {
    afterNextRead(async () => {
      ctx.clinic.read = () => Promise.reject(new Error('the disk does not answer'))
      await ctx.clinic.write(tx => tx.run(sql`update users set is_active = is_active`))
    })
    const response = await ctx.app.request(request, { headers: { cookie } })
    expect([request, response.status, countStreams()]).toEqual([request, 500, 0])
    ctx.clinic.read = read
  }
})
