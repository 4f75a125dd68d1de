import { expect, test } from 'bun:test'
import { hasLook, LOOKS } from '../../../islands/settings/looks.ts'
import { COLOR_GROUP_NAMES } from '../../../server/domain/settings/color-settings.ts'
import { withDefaults } from '../../../server/domain/settings/settings.ts'

const DEFAULTS = withDefaults([])

test('Calm is offered first, and a new clinic has the classic look', () => {
  expect(LOOKS.map(({ name }) => name)).toEqual(['Calm', 'Classic', 'Light', 'High contrast'])
  expect(LOOKS.map(look => hasLook(DEFAULTS, look))).toEqual([false, true, false, false])
})

test.each(LOOKS)('$name replaces every color, gradients too', ({ settings }) => {
  const modes = COLOR_GROUP_NAMES.map(group => `${group}Mode` as const)
  const gradients = Object.fromEntries(modes.map(mode => [mode, 'gradient']))
  const filled = { ...DEFAULTS, ...gradients, ...settings }
  expect(modes.filter(mode => filled[mode] !== 'solid')).toEqual([])
})
