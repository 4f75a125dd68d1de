import { describe, expect, test } from 'bun:test'
import { PRIORITY_WEIGHTS } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { getSettingProblem, withDefaults } from '#domain/settings/settings'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'

const DISPLAY = [
  ...['theme', 'showPrayerTimes', 'showWeather', 'clinicLogo', 'showClinicLogo', 'clinicName'],
  ...['enableMarquee', 'marqueeText', 'marqueeColor', 'marqueeTextMode', 'marqueeTextGradient'],
  ...['marqueeBackgroundColor', 'marqueeBackgroundMode', 'marqueeBackgroundGradient'],
  ...['dashboardMediaType', 'youtubeUrl', 'callBorderColor'],
  ...['modalBackgroundColor', 'modalBorderColor', 'modalTextColor'],
  ...['prayerTimesHighlightColor', 'queueHighlightColor', 'queueBorderColor'],
]

const AUDIO = ['enableSound', 'volume', 'presetKey', 'soundType', 'enableTTS', 'ttsLanguage']
const MORE_AUDIO = ['soundMode', 'customAudioId']

describe('there is a setting', () => {
  test.each(DISPLAY)('%s of the display', key => {
    expect(SETTINGS_SCHEMA[key]?.category).toBe('display')
  })

  test.each([...AUDIO, ...MORE_AUDIO])('%s of the sound', key => {
    expect(SETTINGS_SCHEMA[key]?.category).toBe('audio')
  })
})

test.each([
  ['theme', 'blue'],
  ['dashboardMediaType', 'own'],
  ['volume', '70'],
  ['presetKey', 'notification_sound'],
  ['enableSound', 'true'],
  ['showPrayerTimes', 'false'],
  ['showWeather', 'false'],
  ['clinicLogo', ''],
  ['prayerMethod', 'JAKIM'],
  ['prayerAsr', 'standard'],
  ['prayerOffsetIsha', '0'],
])('the default of %s is "%s"', (key, value) => {
  expect(SETTINGS_SCHEMA[key]?.fallback).toBe(value)
})

test.each(Object.entries(SETTINGS_SCHEMA))('the default of %s is valid', (key, rule) => {
  expect(getSettingProblem({ key, value: rule.fallback, category: rule.category })).toBeNull()
})

test('the settings of the order have the values and the defaults of its rules', () => {
  expect(toOrderRules(withDefaults([]))).toEqual(toOrderRules({}))
  for (const weight of PRIORITY_WEIGHTS) {
    expect(SETTINGS_SCHEMA.orderWeight?.type.isValid(String(weight))).toBe(true)
  }
})
