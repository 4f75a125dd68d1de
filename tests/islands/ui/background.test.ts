import { describe, expect, test } from 'bun:test'
import { withDefaults } from '#domain/settings/settings'
import { COLOR_GROUPS, type ColorGroup, GOLD_GRADIENT } from '#domain/settings/settings-schema'
import { getColorKey, isEnabled } from '#domain/settings-record'
import { getBackground } from '../../../islands/ui/color/background.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const PAINTED = Object.keys(COLOR_GROUPS) as ColorGroup[]

describe.each(PAINTED)('%s', painted => {
  const chosen = (mode: string) =>
    withDefaults([
      { key: getColorKey(painted), value: '#123456' },
      { key: `${painted}Mode`, value: mode },
      { key: `${painted}Gradient`, value: SEA },
    ])

  test('has the color that the admin chose', () => {
    expect(getBackground(chosen('solid'), painted)).toBe('#123456')
  })

  test('has the gradient that the admin chose', () => {
    expect(getBackground(chosen('gradient'), painted)).toBe(SEA)
  })

  test('is gold in gradient mode without a gradient', () => {
    expect(
      getBackground(withDefaults([{ key: `${painted}Mode`, value: 'gradient' }]), painted),
    ).toBe(GOLD_GRADIENT)
  })
})

test("the color of the marquee's text is not named after its group", () => {
  expect(getColorKey('marqueeText')).toBe('marqueeColor')
  expect(getColorKey('marqueeBackground')).toBe('marqueeBackgroundColor')
  expect(getBackground(withDefaults([]), 'marqueeText')).toBe('#ffffff')
  expect(getBackground(withDefaults([]), 'marqueeBackground')).toBe('#000000')
})

test('a missing setting has no background and is off', () => {
  expect(getBackground({}, 'headerText')).toBe('')
  expect([isEnabled({}, 'showWeather'), isEnabled({ showWeather: 'yes' }, 'showWeather')]).toEqual([
    false,
    false,
  ])
  expect(isEnabled({ showWeather: 'true' }, 'showWeather')).toBe(true)
})
