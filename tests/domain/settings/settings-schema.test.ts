import { expect, test } from 'bun:test'
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

const AUDIO = [
  ...['enableSound', 'volume', 'presetKey', 'soundType', 'enableTTS', 'ttsLanguage', 'soundMode'],
  'customAudioId',
]

test('there is every setting of the specification, in its category', () => {
  for (const key of DISPLAY) expect([key, SETTINGS_SCHEMA[key]?.category]).toEqual([key, 'display'])
  for (const key of AUDIO) expect([key, SETTINGS_SCHEMA[key]?.category]).toEqual([key, 'audio'])
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
