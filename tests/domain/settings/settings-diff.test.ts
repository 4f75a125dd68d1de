import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import { diffSettings, getChangedViews, listValues, withDefaults } from '#domain/settings/settings'
import { SETTING_KEYS, type SettingKey } from '#domain/settings/settings-schema'
import type { ChangedKey, SettingTexts } from '#domain/settings-record'
import { getDomainError } from '../../support/domain-errors.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
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
