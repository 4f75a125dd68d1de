import { expect, test } from 'bun:test'
import {
  BACKGROUNDS,
  getLowestContrast,
  MIN_CONTRAST,
} from '../../../islands/settings/color-contrast.ts'
import { hasLook, LOOKS } from '../../../islands/settings/looks.ts'
import { COLOR_GROUP_NAMES } from '../../../server/domain/settings/color-settings.ts'
import { withDefaults } from '../../../server/domain/settings/settings.ts'

const DEFAULTS = withDefaults([])

test('a new clinic has the classic look', () => {
  expect(LOOKS.map(({ name }) => name)).toEqual(['Classic', 'Calm', 'Light', 'High contrast'])
  expect(LOOKS.map(look => hasLook(DEFAULTS, look))).toEqual([true, false, false, false])
})

test.each(LOOKS)('every text and mark of $name reaches 3:1 on its ground', ({ name, settings }) => {
  const look = { ...DEFAULTS, ...settings }
  // Safe: these are the keys of the object.
  const weak = (Object.keys(BACKGROUNDS) as (keyof typeof BACKGROUNDS)[])
    .map(target => ({ target, contrast: getLowestContrast(look, target) ?? 0 }))
    .filter(({ contrast }) => contrast < MIN_CONTRAST)
  // White weather on orange is the default; Settings says that it is hard to read.
  expect(weak.map(({ target }) => target)).toEqual(name === 'Classic' ? ['weatherText'] : [])
})

test.each(LOOKS)('$name replaces every color, gradients too', ({ settings }) => {
  const modes = COLOR_GROUP_NAMES.map(group => `${group}Mode` as const)
  const gradients = Object.fromEntries(modes.map(mode => [mode, 'gradient']))
  const filled = { ...DEFAULTS, ...gradients, ...settings }
  expect(modes.filter(mode => filled[mode] !== 'solid')).toEqual([])
})
