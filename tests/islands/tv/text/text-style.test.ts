import { expect, test } from 'bun:test'
import { withDefaults } from '#domain/settings/settings'
import { COLOR_GROUPS, type ColorGroup } from '#domain/settings/settings-schema'
import { getTextStyle } from '../../../../islands/tv/text/text-style.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'

test.each(Object.keys(COLOR_GROUPS) as ColorGroup[])('the text style of %s', group => {
  const key = group === 'marqueeText' ? 'marqueeColor' : `${group}Color`
  const solid = { ...withDefaults([]), [key]: '#123456', [`${group}Gradient`]: SEA }
  expect(getTextStyle(solid, group)).toEqual({ color: '#123456' })
  expect(getTextStyle({ ...solid, [`${group}Mode`]: 'gradient' }, group)).toEqual({
    backgroundImage: SEA,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  })
})
