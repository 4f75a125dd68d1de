import { expect, test } from 'bun:test'
import { DEFAULT_NEXT_RULES, PRIORITY_WEIGHTS, toOrderRules } from '#domain/queue/order-rules'
import { DEFAULT_HOLD_RULES } from '#domain/queue/transitions'
import { display, SWITCH } from '#domain/settings/setting-types'
import { getSettingProblem, withDefaults } from '#domain/settings/settings'
import { getRow, SETTING_KEYS, SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { getMp3Url, getSoundUrl, isPreset } from '#domain/settings/sounds'
import { isEnabled } from '#domain/settings-record'

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

const categories = new Map(
  Object.entries(SETTINGS_SCHEMA).map(([key, { category }]) => [key, category]),
)

test('there is every setting that clients may rely on, in its category', () => {
  for (const key of DISPLAY) expect([key, categories.get(key)]).toEqual([key, 'display'])
  for (const key of AUDIO) expect([key, categories.get(key)]).toEqual([key, 'audio'])
})

test.each(SETTING_KEYS)('the default of %s is valid', key => {
  const { category, default: value } = getRow(key)
  expect(getSettingProblem({ key, value, category })).toBeNull()
})

test('the settings of the order have the values and the defaults of its rules', () => {
  expect(toOrderRules(withDefaults([]))).toMatchObject({
    next: DEFAULT_NEXT_RULES,
    hold: DEFAULT_HOLD_RULES,
  })
  for (const weight of PRIORITY_WEIGHTS) {
    expect(SETTINGS_SCHEMA.orderWeight.type.isValid(String(weight))).toBe(true)
  }
})

test('a mistyped setting, value or default does not compile', () => {
  const settings = withDefaults([])
  // @ts-expect-error
  expect(settings.clinicNam).toBeUndefined()
  // @ts-expect-error
  expect(settings.showWeather === 'on').toBe(false)
  // @ts-expect-error
  expect(isEnabled(settings, 'showWeathr')).toBe(false)
  // @ts-expect-error
  expect(isEnabled(settings, 'clinicName')).toBe(false)
  // @ts-expect-error
  expect(display('Audio', SWITCH, 'on').default).toBe('on')
})

test('a sound plays in every browser: where WAV does not, the notification sound does', () => {
  const urls = (key: string) => [getSoundUrl(key, true), getSoundUrl(key, false), getMp3Url(key)]
  expect(urls('airport_call')).toEqual(Array(3).fill('/sounds/airport_call.mp3'))
  expect(urls('happy_bells_937')).toEqual([
    '/sounds/happy_bells_937.wav',
    '/sounds/notification_sound.mp3',
    '/sounds/happy_bells_937.mp3',
  ])
  for (const key of ['', 'gong', 'NOTIFICATION_SOUND', '__proto__', 'constructor']) {
    expect([isPreset(key), ...urls(key)]).toEqual([false, null, null, null])
  }
})
