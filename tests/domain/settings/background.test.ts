import { describe, expect, test } from 'bun:test'
import { colourKey, isOn, type Painted, paint } from '#domain/settings/background'
import { withDefaults } from '#domain/settings/settings'
import { COLOUR_GROUPS, GOLD } from '#domain/settings/settings-schema'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const PAINTED: Painted[] = [...COLOUR_GROUPS, 'marqueeText', 'marqueeBackground']

describe.each(PAINTED)('%s', painted => {
  const chosen = (mode: string) =>
    withDefaults([
      { key: colourKey(painted), value: '#123456' },
      { key: `${painted}Mode`, value: mode },
      { key: `${painted}Gradient`, value: SEA },
    ])

  test('has the colour that the admin chose', () => {
    expect(paint(chosen('solid'), painted)).toBe('#123456')
  })

  test('has the gradient that the admin chose', () => {
    expect(paint(chosen('gradient'), painted)).toBe(SEA)
  })

  test('is gold where only a gradient was wished for', () => {
    expect(paint(withDefaults([{ key: `${painted}Mode`, value: 'gradient' }]), painted)).toBe(GOLD)
  })
})

test("the marquee's text has the one colour that is not named after its group", () => {
  expect(colourKey('marqueeText')).toBe('marqueeColor')
  expect(colourKey('marqueeBackground')).toBe('marqueeBackgroundColor')
  expect(paint(withDefaults([]), 'marqueeText')).toBe('#ffffff')
  expect(paint(withDefaults([]), 'marqueeBackground')).toBe('#000000')
})

test('a setting that is missing paints nothing and is off', () => {
  expect(paint({}, 'headerText')).toBe('')
  expect([isOn({}, 'showWeather'), isOn({ showWeather: 'yes' }, 'showWeather')]).toEqual([
    false,
    false,
  ])
  expect(isOn({ showWeather: 'true' }, 'showWeather')).toBe(true)
})
