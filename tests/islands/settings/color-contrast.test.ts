import { expect, test } from 'bun:test'
import { formatGradient, parseGradient } from '#domain/settings/gradient'
import { GRADIENT_PRESETS } from '../../../islands/settings/gradient/presets.ts'
import { getLowestContrast, listGrounds } from '../../../islands/settings/hard-to-read.ts'
import { hasLook, LOOKS } from '../../../islands/settings/looks.ts'
import { getContrast } from '../../../islands/ui/color/contrast.ts'
import { GROUNDS, getShade, MIN_CONTRAST, ON_GROUND } from '../../../islands/ui/color/shade.ts'
import { COLOR_GROUP_NAMES, isColorGroup } from '../../../server/domain/settings/color-settings.ts'
import { withDefaults } from '../../../server/domain/settings/settings.ts'

const DEFAULTS = withDefaults([])

test('every text is compared with what it is painted on', () => {
  const texts = COLOR_GROUP_NAMES.filter(group => !group.endsWith('Background'))
  expect(texts.filter(text => listGrounds(text).length === 0)).toEqual([])
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

const PRESETS = Object.values(GRADIENT_PRESETS).flatMap(group => Object.values(group))
/** Its texts are dark by default, and every preset is for light ones: Settings warns. */
const GROUNDS_OF_LIGHT_TEXTS = GROUNDS.filter(isColorGroup).filter(one => one !== 'queueBackground')

function listHardToRead(changes: object) {
  const settings = { ...DEFAULTS, ...changes }
  return [...new Set(Object.values(ON_GROUND).flat())].filter(
    target => (getLowestContrast(settings, target) ?? 0) < MIN_CONTRAST,
  )
}

const toGradient = (group: string, gradient?: string) => ({
  [`${group}Mode`]: 'gradient',
  ...(gradient && { [`${group}Gradient`]: gradient }),
})

test('every text and mark of every look can be read', () => {
  for (const { settings } of LOOKS) expect(listHardToRead(settings)).toEqual([])
})

test('a color that is made a gradient begins with one that can be read', () => {
  const weak = COLOR_GROUP_NAMES.filter(group => listHardToRead(toGradient(group)).length > 0)
  // The specified gold on the specified light gray; Settings says that it is hard to read.
  expect(weak).toEqual(['queueText'])
})

test.each(PRESETS)('the default texts can be read on %s', preset => {
  for (const ground of GROUNDS_OF_LIGHT_TEXTS)
    expect(listHardToRead(toGradient(ground, preset))).toEqual([])
})

test('the TV darkens a ground no more than its texts need, and not where that does not help', () => {
  expect(getShade(DEFAULTS, 'callBackground')).toBe(0)
  expect(getShade(DEFAULTS, 'weatherBackground')).toBeWithin(0.01, 0.1)
  const goldOnGreen = { ...DEFAULTS, ...toGradient('callNameText') }
  expect(getShade(goldOnGreen, 'callBackground')).toBeWithin(0.1, 0.4)
  expect(getShade({ ...DEFAULTS, weatherTextColor: '#f87171' }, 'weatherBackground')).toBe(0)
})

test('Calm is offered first, and a new clinic has the classic look', () => {
  expect(LOOKS.map(({ name }) => name)).toEqual(['Calm', 'Classic', 'Light', 'High contrast'])
  expect(LOOKS.map(look => hasLook(DEFAULTS, look))).toEqual([false, true, false, false])
})

test.each(LOOKS)('$name replaces every gradient', ({ settings }) => {
  const modes = COLOR_GROUP_NAMES.map(group => `${group}Mode` as const)
  const gradients = Object.fromEntries(modes.map(mode => [mode, 'gradient']))
  const filled = { ...DEFAULTS, ...gradients, ...settings }
  expect(modes.filter(mode => filled[mode] !== 'solid')).toEqual([])
})

// Between two stops no color is lighter than the lighter of them.
test.each(PRESETS)("%s is in the picker's format, and white text is readable on it", css => {
  const gradient = parseGradient(css)
  expect(gradient && formatGradient(gradient)).toBe(css)
  const contrasts = gradient?.stops.map(({ color }) => getContrast(color, '#ffffff')) ?? [0]
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})
