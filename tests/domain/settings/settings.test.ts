import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import {
  diffSettings,
  getChangedViews,
  getSettingProblem,
  listValues,
  resolveExclusive,
  withDefaults,
} from '#domain/settings/settings'
import { getRow, SETTING_KEYS, type SettingKey } from '#domain/settings/settings-schema'
import type { ChangedKey, SettingTexts } from '#domain/settings-record'
import { getDomainError } from '../../support/domain-errors.ts'

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

const KINDS: [SettingKey, good: string[], bad: string[]][] = [
  ['showWeather', ['true', 'false'], ['', 'TRUE', '1', 'yes', 'true ']],
  ['callBorderColor', ['#000000', '#aBcDeF'], ['', '#fff', 'red', '#gggggg', 'url(x)', '#000000;']],
  ['headerTextGradient', [SEA], ['', '#000000', 'none', `${SEA}, url(x)`]],
  ['headerTextMode', ['solid', 'gradient'], ['', 'Solid', 'image']],
  ['clinicLogo', ['', '/api/media/7/file'], ['/api/media/7/file?x', 'https://e.org/x.png']],
  ['volume', ['0', '50', '100'], ['', ' ', '-1', '101', 'loud', 'NaN', 'Infinity']],
  ['presetKey', ['airport_chime'], ['', 'gong', ...INHERITED]],
  ['prayerMethod', ['JAKIM', 'UmmAlQura'], ['', 'jakim', 'Other', ...INHERITED]],
  ['prayerZone', ['', 'WLY01', 'SBH09'], ['wly01', 'WLY03', 'KL', ...INHERITED]],
  ['prayerAsr', ['standard', 'hanafi'], ['', 'Hanafi', 'shafi']],
  ['kioskFrom', ['', '00:00', '23:59', '24:00'], ['8:30', '08:60', '24:01', ' 08:30', 'noon']],
  ['prayerOffsetFajr', ['0', '1', '-1', '30', '-30'], ['', '31', '-31', '1.5', '+5', '05', '-0']],
  ['clinicName', ['', 'x'.repeat(500)], ['x'.repeat(501)]],
  ['youtubeUrl', ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', ''], ['javascript:alert(1)']],
  ['dashboardMediaType', ['youtube'], ['junk']],
  ['ttsLanguage', ['ms-MY'], ['Malay']],
  ['latitude', ['-90', ''], ['90.1', 'north']],
  ['longitude', ['101.6869', ''], ['1e2']],
]

test.each(KINDS)('%s may have the values %j, and not %j', (key, good, bad) => {
  const { category } = getRow(key)
  const check = (value: string) => [value, getSettingProblem({ key, value, category })]
  const problem = SENTENCES[key] ?? `${key} has a value that is not allowed`
  expect(good.map(check)).toEqual(good.map(value => [value, null]))
  expect(bad.map(check)).toEqual(bad.map(value => [value, problem]))
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
    ['weather was last', { ...prayer('true'), ...name, ...weather('true') }, 'false', 'true'],
    ['prayer times were last', { ...weather('true'), ...name, ...prayer('true') }, 'true', 'false'],
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
  latitude: 'Enter the latitude as a number of degrees, such as 3.139',
  longitude: 'Enter the longitude as a number of degrees, such as 101.6869',
}

type Name = SettingKey | 'enable_audio'
const display = (key: Name, value: string) => ({ key, value, category: 'display' })
const audio = (key: Name, value: string) => ({ key, value, category: 'audio' })
const stored = (values: Partial<SettingTexts> = {}) =>
  withDefaults(Object.entries(values).map(([key, value]) => ({ key, value })))
const changes = (settings: ReturnType<typeof display>[], values = {}) =>
  diffSettings(settings, stored(values)).map(({ key, value }) => [key, value])

describe('a save changes', () => {
  test('a key to its last value', () => {
    const settings = ['A', 'B', 'A', 'C'].map(name => display('clinicName', name))
    expect(changes(settings)).toEqual([['clinicName', 'C']])
    expect(changes([...settings, display('clinicName', 'NOW')], { clinicName: 'NOW' })).toEqual([])
  })

  test('sound under one name, whichever came last', () => {
    expect(changes([audio('enable_audio', 'false')])).toEqual([['enableSound', 'false']])
    const both = [audio('enable_audio', 'false'), audio('enableSound', 'true')]
    expect(changes(both)).toEqual([])
  })

  test('a text to one line without invisible characters', () => {
    const text = 'Open\r\ntoday\u0000\t\u202eand\u0007 tomorrow'
    for (const key of ['marqueeText', 'clinicName', 'ticketText'] as const) {
      expect(changes([display(key, text)])).toEqual([[key, 'Open today and tomorrow']])
    }
    const longest = `${'x'.repeat(MAX_TEXT_LENGTH)}\u0000`
    expect(changes([display('marqueeText', longest)])).toHaveLength(1)
  })

  test("a gradient to the picker's form", () => {
    const typed = ' LINEAR-GRADIENT(90deg,#0EA5E9 0%,  #1e3a8a 100% ) '
    expect(changes([display('headerTextGradient', typed)])).toEqual([['headerTextGradient', SEA]])
    expect(changes([display('headerTextGradient', typed)], { headerTextGradient: SEA })).toEqual([])
  })
})

test('of prayer times and weather the one that a save newly turns on wins', () => {
  const settings = [display('showWeather', 'true'), display('showPrayerTimes', 'true')]
  expect(changes(settings, { showPrayerTimes: 'true' })).toEqual([
    ['showWeather', 'true'],
    ['showPrayerTimes', 'false'],
  ])
  expect(changes(settings)).toEqual([['showPrayerTimes', 'true']])
})

test('a save is rejected, naming the key, even when a later value of the key would be valid', () => {
  const settings = [display('callBorderColor', 'red'), display('callBorderColor', '#000000')]
  expect(getDomainError(() => changes(settings)).field).toBe('callBorderColor')
})

test.each<[ChangedKey[], boolean, boolean]>([
  [['clinicName'], false, true],
  [['marqueeText'], false, true],
  [['theme'], true, false],
  [['headerTextColor'], true, true],
  [['headerTextGradient'], true, true],
  [['headerTextMode'], true, true],
  [['soundMode', 'volume', 'enableSound'], false, false],
  [['ticketMode'], false, false],
  [['media', 'clinicLogo'], false, false],
  [['showWeather'], false, false],
  [[], false, false],
])('after %j changed, themes look different: %p, text groups: %p', (keys, themes, textGroups) => {
  expect(getChangedViews(keys)).toEqual({ themes, textGroups })
})

const anyText = fc.string({ unit: 'binary', maxLength: 600 })
const anyKey = fc.oneof(fc.constantFrom(...SETTING_KEYS), anyText)

test('the settings are complete and valid, whatever was stored', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: anyKey, value: anyText })), saved => {
      const settings = withDefaults(saved)
      expect(Object.keys(settings)).toEqual([...SETTING_KEYS, ...['enable_audio', 'mediaType']])
      expect(() => diffSettings(listValues(settings), stored())).not.toThrow()
    }),
  )
})
