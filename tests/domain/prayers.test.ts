import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isJakimZone } from '#domain/display/prayer-times'
import { parseLocation } from '#domain/display/typed-location'
import { getConfiguredLocation } from '#domain/display/weather'
import { findZone, JAKIM_ZONES } from '#domain/prayers/zones'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('the codes are those of the list', () => {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap(first =>
    JAKIM_ZONES.map(([code]) => `${first}${code.slice(1)}`),
  )
  const known = codes.filter(isJakimZone)
  expect([...new Set(known)].sort()).toEqual(JAKIM_ZONES.map(([code]) => code).sort())
  for (const code of ['WLY00', 'WLY03', 'WLY1', 'wly01', 'WLY010', 'SBH10', ' WLY01', '']) {
    expect([code, isJakimZone(code)]).toEqual([code, false])
  }
})

test.each([
  ['Petaling Jaya', at(3.107, 101.607), 'SGR01'],
  ['Bangsar', at(3.13, 101.671), 'WLY01'],
  ['Georgetown', at(5.414, 100.329), 'PNG01'],
  ['Kota Bharu', at(6.125, 102.238), 'KTN01'],
  ['Johor Bahru', at(1.478, 103.759), 'JHR02'],
  ['Langkawi', at(6.33, 99.84), 'KDH06'],
  ['Kuching', at(1.553, 110.359), 'SWK08'],
  ['Bario in the highlands', at(3.735, 115.48), 'SWK02'],
  ['Labuan', at(5.28, 115.24), 'WLY02'],
  ['Tawau, beside Indonesia', at(4.245, 117.891), 'SBH04'],
  ['Singapore', at(1.352, 103.82), null],
  ['Bandar Seri Begawan', at(4.903, 114.94), null],
  ['Hat Yai', at(7.008, 100.474), null],
  ['Pontianak', at(-0.026, 109.342), null],
  ['London', at(51.5, -0.12), null],
  ['the other side of the earth', at(-3.1, -78.3), null],
])('%s is in its zone', (_, place, zone) => {
  expect(findZone({ method: 'JAKIM', zone: '' }, place)).toBe(zone)
})

test('a chosen zone stands before the location, and only for JAKIM', () => {
  const kualaLumpur = at(3.139, 101.687)
  expect(findZone({ method: 'JAKIM', zone: 'KTN01' }, kualaLumpur)).toBe('KTN01')
  expect(findZone({ method: 'JAKIM', zone: 'KTN09' }, kualaLumpur)).toBe('WLY01')
  expect(findZone({ method: 'Singapore', zone: 'KTN01' }, kualaLumpur)).toBeNull()
})

const PENANG = { latitude: 5.4164, longitude: 100.3327 }

test.each([
  ...['5.4164, 100.3327', '5.4164\t100.3327', '(5.4164, 100.3327)', '5,4164; 100,3327'],
  ...['5,4164, 100,3327', '5.4164° N, 100.3327° E', 'N5.4164 E100.3327', '100.3327 E, 5.4164 N'],
  ...['５.４１６４，１００.３３２７', `5°24'59.04"N 100°19'57.72"E`],
  ...['5° 24′ 59.04″ N, 100° 19′ 57.72″ E', 'geo:5.4164,100.3327?z=17'],
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

test('the clinic is where both coordinates say, or nowhere', () => {
  const at = (latitude: string, longitude: string) => getConfiguredLocation({ latitude, longitude })
  expect(at('-0.5', '0')).toEqual({ latitude: -0.5, longitude: 0 })
  expect([at('', ''), at('5.4141', ''), at('', '100.3288')]).toEqual([null, null, null])
})
