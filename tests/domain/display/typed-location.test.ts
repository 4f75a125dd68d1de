import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseLocation } from '#domain/display/typed-location'

const PENANG = { latitude: 5.4164, longitude: 100.3327 }

test.each([
  '5.4164, 100.3327',
  '5.4164,100.3327',
  '5.4164\t100.3327',
  '(5.4164, 100.3327)',
  '5,4164; 100,3327',
  '5,4164, 100,3327',
  '5.4164° N, 100.3327° E',
  'N5.4164 E100.3327',
  '100.3327 E, 5.4164 N',
  '５.４１６４，１００.３３２７',
  `5°24'59.04"N 100°19'57.72"E`,
  '5° 24′ 59.04″ N, 100° 19′ 57.72″ E',
  'geo:5.4164,100.3327?z=17',
  'https://www.google.com/maps/@5.4164,100.3327,15z',
  'https://maps.google.com/?q=5.4164%2C100.3327',
  'https://www.google.com/maps/place/X/@5.5,100.5,17z/data=!3m1!8m2!3d5.4164!4d100.3327',
  'https://www.openstreetmap.org/#map=15/5.4164/100.3327',
])('%s is one place', text => {
  expect(parseLocation(text)).toEqual(PENANG)
})

test.each([
  ['-33.87, 151.21', { latitude: -33.87, longitude: 151.21 }],
  ['33.87 S, 151.21 E', { latitude: -33.87, longitude: 151.21 }],
  ['\u22126.2; 106.8', { latitude: -6.2, longitude: 106.8 }],
  [`0°30'S 78°30'W`, { latitude: -0.5, longitude: -78.5 }],
])('%s is south or west', (text, location) => {
  expect(parseLocation(text)).toEqual(location)
})

test.each([
  ...['', '5.4164', '5,4164', '5.4164,', '5.41.64', 'Kuala Lumpur', '5.4164, 100.3327, 12'],
  ...[`5°75'N 100°20'E`, `5°24'60"N 100°20'E`],
  ...['95.4, 100.3', '5.4, 190.3', '5.4 E, 100.3 E', 'https://example.org/', '5.4164 x 100.3327'],
])('%j is not a place', text => {
  expect(parseLocation(text)).toBeNull()
})

test('a place on the equator is written without an exponent', () => {
  const found = parseLocation('https://www.google.com/maps/@0.00000012,-0.0000003,15z')
  expect([`${found?.latitude}`, `${found?.longitude}`]).toEqual(['0', '0'])
})

test('every pair of decimals is read as it is written, and no text fails', () => {
  const degrees = (limit: number) =>
    fc.integer({ min: -limit * 1e4, max: limit * 1e4 }).map(whole => whole / 1e4)
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const found = parseLocation(`${latitude.toFixed(4)}, ${longitude.toFixed(4)}`)
      expect(found).toEqual({ latitude: latitude + 0, longitude: longitude + 0 })
    }),
  )
  fc.assert(fc.property(fc.string(), text => void parseLocation(text)))
})
