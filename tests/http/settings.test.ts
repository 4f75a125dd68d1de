import { beforeEach, expect, test } from 'bun:test'
import { COLOR_GROUPS, GOLD_GRADIENT } from '#domain/settings/color-settings'
import { COLOR } from '#domain/settings/setting-types'
import { getRow, SETTING_KEYS, type SettingKey } from '#domain/settings/settings-schema'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'

const ctx = withTestApp()
const nurse = clientPerTest(() => ctx.nurse())

beforeEach(async () => {
  ctx.published.length = 0
})

type Pair = { key: string; value: string }
type Name = SettingKey | 'enable_audio'
const display = (key: Name, value: string) => ({ key, value, category: 'display' })
const audio = (key: Name, value: string) => ({ key, value, category: 'audio' })
const save = (...settings: unknown[]) => nurse.put('/api/settings', { settings })
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

test('prayer times and weather are never both on', async () => {
  // Two desks turn on one each at once.
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
  const link = await nurse.post('/api/media', { type: 'video', url })
  expect((await save(display('clinicLogo', `/api/media/${link.body.id}/file`))).status).toBe(409)
  expect((await save(display('clinicLogo', 'https://example.org/x.png'))).status).toBe(400)
  expect((await save(display('clinicLogo', ''))).status).toBe(200)
  expect(events()).toEqual(['settings:updated'])
})

test('theme and text groups are complete by default', async () => {
  const { body: theme } = await nurse('/api/themes/active')
  expect(theme).toMatchObject({
    id: 'active',
    name: 'blue',
    headerBackground: { color: '#1e40af', mode: 'solid' },
    marqueeText: { color: '#ffffff', mode: 'solid', gradient: GOLD_GRADIENT },
    callBorderColor: '#22c55e',
  })
  for (const group of Object.keys(COLOR_GROUPS)) {
    expect(theme[group].color).toMatch(/^#[0-9a-f]{6}$/)
  }
  const plain = { fontWeight: '700', textAlign: 'center', color: '#ffffff', gradient: null }
  const called = { ...plain, backgroundColor: '#16a34a' }
  expect((await nurse('/api/text-groups/active')).body).toEqual([
    { ...plain, groupName: 'clinic_name', backgroundColor: '#1e40af', fontSize: '44px' },
    { ...called, groupName: 'title', fontSize: '40px' },
    { ...called, groupName: 'Token Label', fontSize: '120px', fontWeight: '800' },
    {
      ...plain,
      groupName: 'Patient History',
      backgroundColor: '#2563eb',
      fontSize: '36px',
      textAlign: 'left',
      color: '#facc15',
    },
  ])
})

test('every color setting is part of the theme, and a chosen gradient of theme and text group', async () => {
  const colors = SETTING_KEYS.filter(key => getRow(key).type === COLOR)
  const chosen = colors.map((key, n) => display(key, `#0000${(n + 16).toString(16)}`))
  const gradient = 'linear-gradient(90deg, #000000 0%, #ffffff 100%)'
  await save(...chosen, display('clinicNameTextMode', 'gradient'))
  await save(display('callNameTextMode', 'gradient'), display('callNameTextGradient', gradient))
  const { body: theme } = await nurse('/api/themes/active')
  for (const { value } of chosen) expect(JSON.stringify(theme)).toContain(`"${value}"`)
  expect(theme.clinicNameText).toMatchObject({ mode: 'gradient', gradient: GOLD_GRADIENT })
  expect(theme.callNameText).toMatchObject({ mode: 'gradient', gradient })
  const [clinicName] = (await nurse('/api/text-groups/active')).body
  expect(clinicName).toMatchObject({ gradient: GOLD_GRADIENT })
})
