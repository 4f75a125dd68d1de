import { expect, test } from 'bun:test'
import { getConfiguredLocation } from '#domain/display/location'
import { withDefaults } from '#domain/settings/settings'

const chosen = (latitude: string, longitude: string) =>
  getConfiguredLocation(
    withDefaults([
      { key: 'latitude', value: latitude },
      { key: 'longitude', value: longitude },
    ]),
  )

test.each([
  ['5.4141', '100.3288', { latitude: 5.4141, longitude: 100.3288 }],
  ['-33.87', '151.21', { latitude: -33.87, longitude: 151.21 }],
  ['0', '0', { latitude: 0, longitude: 0 }],
  ['-0.5', '101.4', { latitude: -0.5, longitude: 101.4 }],
])('the clinic is at the saved coordinates: %s, %s', (latitude, longitude, place) => {
  expect(chosen(latitude, longitude)).toEqual(place)
})

test.each([
  ['', ''],
  ['5.4141', ''],
  ['', '100.3288'],
  ['91', '100.3288'],
  ['north', 'east'],
])('the clinic has no location without valid coordinates: %j, %j', (latitude, longitude) => {
  expect(chosen(latitude, longitude)).toBeNull()
  expect(getConfiguredLocation({})).toBeNull()
})
