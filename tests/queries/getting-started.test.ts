import { beforeEach, expect, spyOn, test } from 'bun:test'
import type { SoundResult } from '#domain/display/tv-report'
import { FIRST_STEPS, type FirstStep } from '#domain/getting-started'
import type { SettingTexts } from '#domain/settings-record'
import { createBackup } from '../../server/actions/system/backups.ts'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { createTvDevice } from '../support/server/actions.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { settingsBody } from '../support/settings.ts'

const PATH = '/api/dashboard/getting-started'
const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  admin = await ctx.admin()
})

const save = (values: Partial<SettingTexts>) => admin.put('/api/settings', settingsBody(values))

async function listOpen() {
  const { body } = await admin(PATH)
  return FIRST_STEPS.filter(step => !body.isDone[step])
}

/** Each does what the step asks for, in its own way. */
const STEPS: Partial<Record<FirstStep, () => Promise<unknown>>> = {
  clock: () => admin.post('/api/clock/confirm', { day: '2026-11-20' }),
  password: () =>
    admin.post('/api/auth/change-password', {
      currentPassword: ADMIN.password,
      newPassword: 'one of our own',
    }),
  rooms: () => admin.renameRoom(ROOMS.one, 'Dr. Aminah'),
  look: () => save({ clinicName: 'KLINIK SERI' }),
  trial: () => admin.post('/api/patients/reset-queue'),
}

test.each(Object.entries(STEPS))('%s is done by doing it', async (step, run) => {
  expect(await listOpen()).toContain(step as FirstStep)
  await run()
  expect(await listOpen()).not.toContain(step as FirstStep)
})

test('a backup is done once it is in another place, too', async () => {
  await createBackup(ctx.clinic, 'manual')
  expect(await listOpen()).toContain('backup')
  const { body } = await admin('/api/backups')
  await admin(`/api/backups/${body.backups[0].name}/file`)
  expect(await listOpen()).not.toContain('backup')
})

test('a TV is done once it has been connected, and is named with its last sign', async () => {
  const { device } = await createTvDevice(ctx.clinic, { userId: ADMIN.id, name: 'HALL' })
  expect(await listOpen()).toContain('tv')
  ctx.clinic.tv.presence.recordSeen(device.id)
  expect(await listOpen()).not.toContain('tv')
  expect((await admin(PATH)).body.tvs).toEqual([{ name: 'HALL', lastSeenAt: ctx.clock.now() }])
})

test('a call is heard once a TV has shown one with its sound, and still after a restart', async () => {
  const { token } = await createTvDevice(ctx.clinic, { userId: ADMIN.id, name: 'HALL' })
  const { id } = await admin.register('ali')
  const show = async (sequence: number, sound: SoundResult) => {
    await admin.call(id, sequence === 1 ? ROOMS.one : ROOMS.two)
    const receipt = { sequence, shownAt: ctx.clock.now(), sound }
    expect((await admin.post(`/api/tv/${token}/receipts`, [receipt])).status).toBe(200)
  }
  await show(1, 'blocked')
  expect(await listOpen()).toContain('sound')
  await show(2, 'played')
  expect(await listOpen()).not.toContain('sound')
  await cleanUp(ctx.clinic)
  const { receipts } = ctx.clinic.tv
  spyOn(receipts, 'hasPlayed').mockReturnValue(false)
  expect(await listOpen()).not.toContain('sound')
})

test('the list is gone after it was dismissed, comes back, and is gone after a year', async () => {
  await save({ showGettingStarted: 'false' })
  expect((await admin(PATH)).body).toBeNull()
  await save({ showGettingStarted: 'true' })
  expect(await listOpen()).toContain('clock')
  ctx.clock.advance(365 * 24 * 60 * 60_000)
  admin = await ctx.admin()
  expect((await admin(PATH)).body).toBeNull()
})
