import { describe, expect, test } from 'bun:test'
import { getPrayerOptions } from '#domain/display/prayer-times'
import { withDefaults } from '#domain/settings/settings'

describe('the settings choose', () => {
  test("JAKIM's times by default", () => {
    expect(getPrayerOptions(withDefaults([]))).toEqual({
      method: 'JAKIM',
      asr: 'standard',
      offsets: { fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 },
    })
  })

  test('method, afternoon and minutes', () => {
    const saved = Object.entries({
      prayerMethod: 'Karachi',
      prayerAsr: 'hanafi',
      prayerOffsetFajr: '-30',
      prayerOffsetIsha: '5',
    }).map(([key, value]) => ({ key, value }))
    expect(getPrayerOptions(withDefaults(saved))).toEqual({
      method: 'Karachi',
      asr: 'hanafi',
      offsets: { fajr: -30, dhuhr: 0, asr: 0, maghrib: 0, isha: 5 },
    })
  })
})
