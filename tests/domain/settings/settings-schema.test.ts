import { describe, expect, test } from 'bun:test'
import { PRIORITY_WEIGHTS } from '#domain/queue/next-patient'
import { toOrderRules } from '#domain/queue/order-rules'
import { COLOR, GRADIENT } from '#domain/settings/setting-types'
import { getSettingProblem, withDefaults } from '#domain/settings/settings'
import { COLOR_GROUPS, SETTINGS_SCHEMA } from '#domain/settings/settings-schema'

const GROUPS = [
  'headerText',
  'headerBackground',
  'clinicNameText',
  'callNameText',
  'callBackground',
  'windowText',
  'prayerTimesText',
  'prayerTimesBackground',
  'weatherText',
  'weatherBackground',
  'queueText',
  'queueBackground',
  'queueItemBackground',
  'historyName',
] as const

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

  test.each(GROUPS)('for the color, the mode and the gradient of %s', group => {
    expect(COLOR_GROUPS).toHaveProperty(group)
    const types = ['Color', 'Mode', 'Gradient'].map(part => {
      const rule = SETTINGS_SCHEMA[`${group}${part}`]
      return [rule?.category, rule?.type]
    })
    const [color, mode, gradient] = types
    expect([color, gradient]).toEqual([
      ['display', COLOR],
      ['display', GRADIENT],
    ])
    expect(mode?.[0]).toBe('display')
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
