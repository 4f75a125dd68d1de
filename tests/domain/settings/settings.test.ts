import { describe, expect, test } from 'bun:test'
import { getSettingProblem, resolveExclusive, withDefaults } from '#domain/settings/settings'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
const NEVER = 'expression(alert(1))'

describe('the settings of a clinic', () => {
  test.each<[SettingKey, string, string]>([
    ['showWeather', 'yes', 'false'],
    ['volume', 'loud', '70'],
    ['callBorderColor', 'red', '#22c55e'],
    ['clinicLogo', 'https://example.org/x.png', ''],
    ['clinicLogo', `/api/media/${'9'.repeat(16)}/file`, ''],
  ])('%s is the default when an invalid "%s" is stored', (key, value, fallback) => {
    expect(withDefaults([{ key, value }])[key]).toBe(fallback)
  })

  test.each(['', ' ', '\u200b'])('have the default name where the clinic has none: %j', value => {
    const { clinicName } = withDefaults([{ key: 'clinicName', value }])
    expect(clinicName).toBe('MAIN CLINIC 24 HOURS')
  })

  test('name the kind of media that is shown, whatever was saved', () => {
    const kinds = ['own', 'youtube'].map(value => {
      const saved = [
        { key: 'dashboardMediaType', value },
        { key: 'mediaType', value: 'video' },
      ]
      return withDefaults(saved).mediaType
    })
    expect(kinds).toEqual(['image', 'youtube'])
  })

  test.each([...INHERITED, 'nonsense'])('have no key %s', key => {
    const settings = withDefaults([{ key, value: NEVER }])
    expect(Object.keys(settings)).not.toContain(key)
    expect(Object.values(settings)).not.toContain(NEVER)
  })
})

const KINDS = {
  boolean: ['display', 'showWeather', ['true', 'false'], ['', 'TRUE', '1', 'yes', 'true ']],
  color: [
    'display',
    'callBorderColor',
    ['#000000', '#aBcDeF'],
    ['', '#fff', 'red', '#0000000', '#gggggg', 'url(x)', '#000000;', 'x#000000'],
  ],
  gradient: ['display', 'headerTextGradient', [SEA], ['', '#000000', 'none', `${SEA}, url(x)`]],
  mode: ['display', 'headerTextMode', ['solid', 'gradient'], ['', 'Solid', 'image']],
  media: [
    'display',
    'clinicLogo',
    ['', '/api/media/7/file'],
    ['/api/media/x/file', '/api/media/7/file?x', 'https://example.org/x.png', 'javascript:x'],
  ],
  volume: [
    'audio',
    'volume',
    ['0', '50', '100'],
    ['', ' ', '-1', '101', 'loud', 'NaN', 'Infinity'],
  ],
  preset: ['audio', 'presetKey', ['airport_chime'], ['', 'gong', ...INHERITED]],
  method: ['display', 'prayerMethod', ['JAKIM', 'UmmAlQura'], ['', 'jakim', 'Other', ...INHERITED]],
  zone: ['display', 'prayerZone', ['', 'WLY01', 'SBH09'], ['wly01', 'WLY03', 'KL', ...INHERITED]],
  afternoon: ['display', 'prayerAsr', ['standard', 'hanafi'], ['', 'Hanafi', 'shafi']],
  time: [
    'display',
    'kioskFrom',
    ['', '00:00', '08:30', '23:59', '24:00'],
    ['8:30', '08:60', '24:01', '0830', ' 08:30', '08:30:00', 'noon'],
  ],
  offset: [
    'display',
    'prayerOffsetFajr',
    ['0', '1', '-1', '30', '-30'],
    ['', ' ', '31', '-31', '1.5', '+5', '05', '-0', '1e1', '0x1', 'NaN', '300'],
  ],
  text: ['display', 'clinicName', ['', 'x'.repeat(500)], ['x'.repeat(501)]],
} as const

describe.each(Object.values(KINDS))('in the %s settings, %s', (category, key, good, bad) => {
  test.each([...good])('may be "%s"', value => {
    expect(getSettingProblem({ key, value, category })).toBeNull()
  })

  test.each([...bad])('may not be "%s"', value => {
    const problem = SENTENCES[key] ?? `${key} has a value that is not allowed`
    expect(getSettingProblem({ key, value, category })).toBe(problem)
  })
})

describe('a setting is rejected by its name', () => {
  test.each([...INHERITED, 'nonsense', '', 'Theme'])('when it is unknown: "%s"', key => {
    const problem = `Unknown setting: ${key}`
    expect(getSettingProblem({ key, value: 'true', category: 'display' })).toBe(problem)
  })

  test.each([
    ['theme', 'blue', 'audio', 'theme belongs to display'],
    ['volume', '50', 'display', 'volume belongs to audio'],
  ])('when %s = %s comes as "%s"', (key, value, category, problem) => {
    expect(getSettingProblem({ key, value, category })).toBe(problem)
  })
})

describe('prayer times and weather', () => {
  const prayer = (showPrayerTimes: string) => ({ showPrayerTimes })
  const weather = (showWeather: string) => ({ showWeather })
  const name = { clinicName: 'AMAN' }

  test.each([
    ['weather on turns prayer times off', weather('true'), 'false', 'true'],
    [
      'both on: weather was last',
      { ...prayer('true'), ...name, ...weather('true') },
      'false',
      'true',
    ],
    [
      'both on: prayer times were last',
      { ...weather('true'), ...name, ...prayer('true') },
      'true',
      'false',
    ],
    ['one on and one off stays so', { ...prayer('true'), ...weather('false') }, 'true', 'false'],
    ['both off stays so', { ...prayer('false'), ...weather('false') }, 'false', 'false'],
    ['one off does not turn the other on', prayer('false'), 'false', undefined],
  ])('%s', (_, changed: Partial<SettingTexts>, showPrayerTimes, showWeather) => {
    const resolved = resolveExclusive(changed)
    expect([resolved.showPrayerTimes, resolved.showWeather]).toEqual([showPrayerTimes, showWeather])
    expect(resolved.clinicName).toBe(changed.clinicName)
  })
})

const SENTENCES: Record<string, string> = {
  kioskFrom: 'Enter a time such as 08:30',
  prayerOffsetFajr: 'Enter whole minutes from -30 to 30',
  youtubeUrl: 'Paste a YouTube link such as https://www.youtube.com/watch?v=...',
  dashboardMediaType: 'dashboardMediaType has a value that is not allowed',
  ttsLanguage: 'ttsLanguage has a value that is not allowed',
  latitude: 'Enter the latitude as a number of degrees, such as 3.139',
  longitude: 'Enter the longitude as a number of degrees, such as 101.6869',
}

test.each<[SettingKey, string, boolean]>([
  ['youtubeUrl', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', true],
  ['youtubeUrl', '', true],
  ['youtubeUrl', 'javascript:alert(1)', false],
  ['dashboardMediaType', 'youtube', true],
  ['dashboardMediaType', 'junk', false],
  ['ttsLanguage', 'ms-MY', true],
  ['ttsLanguage', 'Malay', false],
  ['latitude', '-90', true],
  ['latitude', '90.1', false],
  ['longitude', '101.6869', true],
  ['longitude', '1e2', false],
])('%s may be "%s": %p', (key, value, isAllowed) => {
  const problem = getSettingProblem({ key, value, category: getRow(key).category })
  expect(problem).toBe(isAllowed ? null : (SENTENCES[key] ?? ''))
})
