import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import { withDefaults } from '#domain/settings/settings'
import { diffSettings, getChangedViews } from '#domain/settings/settings-diff'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { getDomainError } from '../../support/domain-errors.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const display = (key: string, value: string) => ({ key, value, category: 'display' })
const audio = (key: string, value: string) => ({ key, value, category: 'audio' })
const stored = (values: Record<string, string> = {}) =>
  withDefaults(Object.entries(values).map(([key, value]) => ({ key, value })))
const changes = (settings: ReturnType<typeof display>[], values = {}) =>
  diffSettings(settings, stored(values)).map(({ key, value }) => [key, value])

describe('a save changes', () => {
  test('what is different, with its category', () => {
    const settings = [
      display('clinicName', 'AMAN'),
      display('theme', 'blue'),
      audio('volume', '30'),
    ]
    const made: object[] = diffSettings(settings, stored())
    expect(made).toEqual([display('clinicName', 'AMAN'), audio('volume', '30')])
  })

  test('nothing when every value is the same', () => {
    const all = Object.entries(SETTINGS_SCHEMA).map(([key, { fallback, category }]) => {
      return { key, value: fallback, category }
    })
    expect(changes(all)).toEqual([])
    expect(changes([])).toEqual([])
  })

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
    expect(changes([display('marqueeText', text)])).toEqual([
      ['marqueeText', 'Open today and tomorrow'],
    ])
    expect(changes([display('marqueeText', `${'x'.repeat(MAX_TEXT_LENGTH)}\u0000`)])).toHaveLength(
      1,
    )
  })

  test("a gradient to the picker's form", () => {
    const typed = ' LINEAR-GRADIENT(90deg,#0EA5E9 0%,  #1e3a8a 100% ) '
    expect(changes([display('headerTextGradient', typed)])).toEqual([['headerTextGradient', SEA]])
    expect(changes([display('headerTextGradient', typed)], { headerTextGradient: SEA })).toEqual([])
  })
})

describe('a save of prayer times and weather', () => {
  const [prayer, weather] = ['showPrayerTimes', 'showWeather']
  const on = { [prayer]: 'true' }

  test('turning one on turns the other off', () => {
    expect(changes([display(weather, 'true')], on)).toEqual([
      [weather, 'true'],
      [prayer, 'false'],
    ])
  })

  test('the one newly turned on wins, in either order', () => {
    const settings = [display(weather, 'true'), display(prayer, 'true')]
    expect(changes(settings, on)).toEqual([
      [weather, 'true'],
      [prayer, 'false'],
    ])
    expect(changes(settings)).toEqual([[prayer, 'true']])
  })

  test('both are unchanged when neither is turned on', () => {
    expect(changes([display('clinicName', 'AMAN')], on)).toEqual([['clinicName', 'AMAN']])
    expect(changes([display(weather, 'false')], on)).toEqual([])
    expect(changes([display(prayer, 'false')], on)).toEqual([[prayer, 'false']])
  })
})

describe('a save is rejected, naming the key', () => {
  test.each([
    ['an unknown one', display('nonsense', 'true'), 'Unknown setting: nonsense'],
    ['an inherited one', display('__proto__', 'true'), 'Unknown setting: __proto__'],
    ['another category', audio('theme', 'blue'), 'theme belongs to display'],
    [
      'no color',
      display('callBorderColor', 'red'),
      'callBorderColor has a value that is not allowed',
    ],
    [
      'sound by its other name',
      audio('enable_audio', 'loud'),
      'enable_audio has a value that is not allowed',
    ],
    [
      'too long a text',
      display('clinicName', 'x'.repeat(MAX_TEXT_LENGTH + 1)),
      'clinicName has a value that is not allowed',
    ],
  ])('%s', (_, setting, sentence) => {
    const error = { sentence, status: 400 as const, field: setting.key }
    expect(getDomainError(() => changes([display('clinicName', 'AMAN'), setting]))).toEqual(error)
  })

  test('even when a later value of the key would be valid', () => {
    const settings = [display('callBorderColor', 'red'), display('callBorderColor', '#000000')]
    expect(getDomainError(() => changes(settings)).field).toBe('callBorderColor')
  })
})

test.each([
  [['clinicName'], false, true],
  [['marqueeText'], false, true],
  [['theme'], true, false],
  [['headerTextColor'], true, true],
  [['headerTextGradient'], true, true],
  [['headerTextMode'], true, true],
  [['soundMode', 'volume', 'enableSound'], false, false],
  [['showWeather'], false, false],
  [[], false, false],
])('after %j changed, themes look different: %p, text groups: %p', (keys, themes, textGroups) => {
  expect(getChangedViews(keys)).toEqual({ themes, textGroups })
})

const anyText = fc.string({ unit: 'binary', maxLength: 600 })
const anyKey = fc.oneof(fc.constantFrom(...Object.keys(SETTINGS_SCHEMA)), anyText)

test('the settings are complete and valid, whatever was stored', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: anyKey, value: anyText })), saved => {
      const settings = withDefaults(saved)
      expect(Object.keys(settings)).toEqual([
        ...Object.keys(SETTINGS_SCHEMA),
        'enable_audio',
        'mediaType',
      ])
      const asSettings = Object.entries(SETTINGS_SCHEMA).map(([key, { category }]) => {
        return { key, value: settings[key] ?? '', category }
      })
      expect(() => diffSettings(asSettings, stored())).not.toThrow()
    }),
  )
})

test('a change always belongs to an existing setting', () => {
  const value = fc.oneof(
    fc.constantFrom('true', 'false', '#123456', SEA, 'gradient', '50'),
    anyText,
  )
  const category = fc.constantFrom('display', 'audio')
  fc.assert(
    fc.property(fc.record({ key: anyKey, value, category }), setting => {
      const settings = stored()
      const made = (() => {
        try {
          return diffSettings([setting], settings)
        } catch {
          return []
        }
      })()
      for (const change of made) {
        expect(Object.hasOwn(SETTINGS_SCHEMA, change.key)).toBe(true)
        expect(withDefaults([change])[change.key]).toBe(change.value)
        expect(settings[change.key]).not.toBe(change.value)
      }
    }),
    { numRuns: 1_000, examples: [[{ key: 'clinicName', value: '', category: 'display' }]] },
  )
})
