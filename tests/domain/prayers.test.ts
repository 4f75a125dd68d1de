import { expect, test } from 'bun:test'
import { isJakimZone } from '#domain/display/prayer-times'
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
