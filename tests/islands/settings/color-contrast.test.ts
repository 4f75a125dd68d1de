import { expect, test } from 'bun:test'
import {
  BACKGROUNDS,
  getLowestContrast,
  MIN_CONTRAST,
} from '../../../islands/settings/color-contrast.ts'
import { getContrast } from '../../../islands/ui/color/contrast.ts'
import { COLOR_GROUP_NAMES } from '../../../server/domain/settings/color-settings.ts'
import { withDefaults } from '../../../server/domain/settings/settings.ts'

const DEFAULTS = withDefaults([])

test('every text is compared with what it is painted on', () => {
  const texts = COLOR_GROUP_NAMES.filter(group => !group.endsWith('Background'))
  expect(texts.filter(text => BACKGROUNDS[text] === undefined)).toEqual([])
})

test('a gradient counts with its worst color, on either side', () => {
  const gradient = 'linear-gradient(90deg, #000000 0%, #ffffff 100%)'
  const text = { ...DEFAULTS, callNameTextMode: 'gradient', callNameTextGradient: gradient }
  expect(
    getLowestContrast({ ...text, callBackgroundColor: '#000000' }, 'callNameText'),
  ).toBeCloseTo(1)
  const ground = { ...DEFAULTS, callBackgroundMode: 'gradient', callBackgroundGradient: gradient }
  expect(getLowestContrast(ground, 'callNameText')).toBeCloseTo(1)
  expect(getLowestContrast(ground, 'windowText')).toBeCloseTo(1)
})

test('the white rooms of the list count too, on the rows', () => {
  expect(
    getLowestContrast({ ...DEFAULTS, queueItemBackgroundColor: '#fefefe' }, 'windowText'),
  ).toBeLessThan(MIN_CONTRAST)
})

test('a frame has no background, and a half-typed color no contrast', () => {
  expect(getLowestContrast(DEFAULTS, 'queueBorderColor')).toBeNull()
  expect(getLowestContrast({ ...DEFAULTS, windowTextColor: 'red' }, 'windowText')).toBeNull()
})

test('white on the default orange of the weather is said to be hard to read', () => {
  expect(getLowestContrast(DEFAULTS, 'weatherText')).toBeCloseTo(getContrast('#ffffff', '#f97316'))
  expect(getLowestContrast(DEFAULTS, 'weatherText')).toBeLessThan(MIN_CONTRAST)
})
