import { expect, test } from 'bun:test'
import { getPrayerName, PRAYER_KEYS, PRAYER_METHODS } from '#domain/display/prayer-times'

const MALAY = ['Subuh', 'Zohor', 'Asar', 'Maghrib', 'Isyak']
const ENGLISH = ['Fajr', 'Dhuhr', 'Asr', 'Maghrib', 'Isha']

test.each([...PRAYER_METHODS])('the prayers have the local names of %s', method => {
  const names = PRAYER_KEYS.map(key => getPrayerName(key, method))
  expect(names).toEqual(['JAKIM', 'Singapore'].includes(method) ? MALAY : ENGLISH)
})
