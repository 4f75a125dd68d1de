import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'

let ctx: TestApp
let nurse: Client

beforeEach(async () => {
  ctx = await createTestApp()
  nurse = await ctx.nurse()
  ctx.published.length = 0
})
afterEach(() => ctx.close())

type Pair = { key: string; value: string }
const display = (key: string, value: string) => ({ key, value, category: 'display' })
const audio = (key: string, value: string) => ({ key, value, category: 'audio' })
const save = (...settings: unknown[]) =>
  nurse('/api/settings', { method: 'PUT', json: { settings } })
const valuesOf = (list: Pair[]) => Object.fromEntries(list.map(({ key, value }) => [key, value]))
const current = async () => valuesOf((await nurse('/api/settings')).body)
const events = () => ctx.published.map(({ event }) => event)

test('any user saves settings and gets all of them back', async () => {
  const response = await save(display('clinicName', 'KLINIK AMAN'), audio('volume', '30'))
  expect(response.status).toBe(200)
  expect(response.body).toEqual((await nurse('/api/settings')).body)
  expect(await current()).toMatchObject({ clinicName: 'KLINIK AMAN', volume: '30', theme: 'blue' })
  expect((await nurse('/api/auth/me')).body.user.clinicName).toBe('KLINIK AMAN')
})

test('every screen is notified once, of real changes only', async () => {
  await save(display('clinicName', 'AMAN'), display('headerTextColor', '#000000'))
  expect(ctx.published).toEqual([
    { event: 'settings:updated', payload: { keys: ['clinicName', 'headerTextColor'] } },
    { event: 'themes:updated', payload: {} },
    { event: 'text-groups:updated', payload: {} },
  ])
  ctx.published.length = 0
  await save(display('clinicName', 'AMAN'), display('headerTextColor', '#000000'))
  await save()
  expect(ctx.published).toEqual([])
  await save(audio('volume', '10'), display('clinicName', 'AMAN'))
  expect(ctx.published).toEqual([{ event: 'settings:updated', payload: { keys: ['volume'] } }])
})

test('prayer times and weather are never both on', async () => {
  await save(display('showPrayerTimes', 'true'))
  await save(display('showWeather', 'true'))
  expect(await current()).toMatchObject({ showPrayerTimes: 'false', showWeather: 'true' })
  await save(display('showWeather', 'true'), display('showPrayerTimes', 'true'))
  expect(await current()).toMatchObject({ showPrayerTimes: 'true', showWeather: 'false' })
  await save(display('clinicName', 'AMAN'), display('showWeather', 'false'))
  expect(await current()).toMatchObject({ showPrayerTimes: 'true', showWeather: 'false' })
})

test('two desks turn on one each at once: only one is on', async () => {
  await Promise.all([
    save(display('showPrayerTimes', 'true')),
    save(display('showWeather', 'true')),
  ])
  const { showPrayerTimes, showWeather } = await current()
  expect([showPrayerTimes, showWeather].toSorted()).toEqual(['false', 'true'])
})

test('sound is one value under two names', async () => {
  await save(audio('enable_audio', 'false'))
  expect(await current()).toMatchObject({ enableSound: 'false', enable_audio: 'false' })
  expect(ctx.published).toEqual([{ event: 'settings:updated', payload: { keys: ['enableSound'] } }])
})

test('the logo must be an existing image', async () => {
  const missing = await save(display('clinicLogo', '/api/media/7/file'))
  expect([missing.status, missing.body]).toEqual([
    409,
    { error: 'This logo no longer exists. Please upload it again.', field: 'clinicLogo' },
  ])
  const url = 'https://example.org/a.mp4'
  const link = await nurse('/api/media', { method: 'POST', json: { type: 'video', url } })
  expect((await save(display('clinicLogo', `/api/media/${link.body.id}/file`))).status).toBe(409)
  expect((await save(display('clinicLogo', 'https://example.org/x.png'))).status).toBe(400)
  expect((await save(display('clinicLogo', ''))).status).toBe(200)
  expect(events()).toEqual(['settings:updated'])
})
