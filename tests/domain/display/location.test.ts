import { expect, test } from 'bun:test'
import { getConfiguredLocation } from '#domain/display/weather'
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
  ['-0.5', '0', { latitude: -0.5, longitude: 0 }],
  ['', '', null],
  ['5.4141', '', null],
  ['', '100.3288', null],
  ['91', '100.3288', null],
  ['north', 'east', null],
])('the clinic is at its valid coordinates, or nowhere: %j, %j', (latitude, longitude, place) => {
  expect(chosen(latitude, longitude)).toEqual(place)
})
