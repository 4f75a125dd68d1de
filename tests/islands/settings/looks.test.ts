import { expect, test } from 'bun:test'
import {
  BACKGROUNDS,
  getLowestContrast,
  MIN_CONTRAST,
} from '../../../islands/settings/color-contrast.ts'
import { hasLook, LOOKS } from '../../../islands/settings/looks.ts'
import { withDefaults } from '../../../server/domain/settings/settings.ts'
import { COLOR_GROUPS } from '../../../server/domain/settings/settings-schema.ts'

const DEFAULTS = withDefaults([])

test('a new clinic has the classic look', () => {
  expect(LOOKS.map(({ name }) => name)).toEqual(['Classic', 'Calm', 'Light', 'High contrast'])
  expect(LOOKS.map(look => hasLook(DEFAULTS, look))).toEqual([true, false, false, false])
})

test.each(LOOKS)('every text and mark of $name reaches 3:1 on its ground', ({ name, settings }) => {
  const look = { ...DEFAULTS, ...settings }
  const weak = Object.keys(BACKGROUNDS)
    .map(target => ({ target, contrast: getLowestContrast(look, target) ?? 0 }))
    .filter(({ contrast }) => contrast < MIN_CONTRAST)
  // White weather on orange is specified; Settings says that it is hard to read.
  expect(weak.map(({ target }) => target)).toEqual(name === 'Classic' ? ['weatherText'] : [])
})

test.each(LOOKS)('$name replaces every color, gradients too', ({ settings }) => {
  const gradients = Object.fromEntries(
    Object.keys(COLOR_GROUPS).map(group => [`${group}Mode`, 'gradient']),
  )
  const filled = { ...DEFAULTS, ...gradients, ...settings }
  expect(Object.keys(gradients).filter(key => filled[key] !== 'solid')).toEqual([])
})
