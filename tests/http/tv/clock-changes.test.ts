import { expect, test } from 'bun:test'
import type { Call } from '#domain/events'
import { createTestApp } from '../../support/server/test-app.ts'
import { NURSE, ROOMS } from '../../support/server/test-clinic.ts'

// Called at, read at, and whether that is the same day.
test.each([
  ['skipped', 'America/New_York', '2026-03-08T04:30:00Z', '2026-03-08T13:00:00Z', false],
  ['skipped', 'America/New_York', '2026-03-08T05:30:00Z', '2026-03-08T13:00:00Z', true],
  ['repeated', 'America/New_York', '2026-11-01T04:30:00Z', '2026-11-01T14:00:00Z', true],
  ['repeated', 'America/New_York', '2026-11-01T03:30:00Z', '2026-11-01T14:00:00Z', false],
  ['skipped at midnight', 'Africa/Cairo', '2026-04-23T21:59:00Z', '2026-04-24T06:00:00Z', false],
  ['skipped at midnight', 'Africa/Cairo', '2026-04-23T22:01:00Z', '2026-04-24T06:00:00Z', true],
])('where an hour was %s, in %s, the TV reads the calls of its day alone: %s', async (...given) => {
  const [, timeZone, calledAt, readAt, isToday] = given
  const ctx = await createTestApp({ at: calledAt, timeZone })
  const admin = await ctx.admin()
  const json = { userId: NURSE.id, name: 'Hall' }
  const { token } = (await admin.post('/api/tv-devices', json)).body
  for (const [name, windowId] of [
    ['ALI', ROOMS.one],
    ['MEI', ROOMS.two],
  ] as const) {
    const { id } = (await admin.post('/api/patients', { name })).body
    const step = { status: 'called', windowId }
    await admin.step(id, step)
    ctx.clock.advance(1_000)
  }

  ctx.clock.set(readAt)
  const tv = (path: string) => ctx.signedOut(`/api/tv/${token}/${path}`)
  const names = (await tv('calls?after=0')).body.map(({ name }: Call) => name)
  expect(names).toEqual(isToday ? ['ALI', 'MEI'] : [])
  expect((await tv('calls/1/voice/en.mp3')).status).toBe(isToday ? 200 : 404)
  expect((await tv('shown-calls')).body.history).toHaveLength(isToday ? 1 : 0)
  await ctx.close()
})
