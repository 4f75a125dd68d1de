import { expect, test } from 'bun:test'
import { COLOUR_GROUPS } from '#clinic/setting-keys'
import { withDefaults } from '#clinic/settings'
import { ink } from '../../islands/tv/ink.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'

test.each([...COLOUR_GROUPS, 'marqueeText' as const])('letters of %s', group => {
  const key = group === 'marqueeText' ? 'marqueeColor' : `${group}Color`
  const plain = { ...withDefaults([]), [key]: '#123456', [`${group}Gradient`]: SEA }
  expect(ink(plain, group)).toEqual({ color: '#123456' })
  expect(ink({ ...plain, [`${group}Mode`]: 'gradient' }, group)).toEqual({
    backgroundImage: SEA,
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
  })
})
