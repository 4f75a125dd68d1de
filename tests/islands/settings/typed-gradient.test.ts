import { describe, expect, test } from 'bun:test'
import { formatGradient } from '#domain/settings/gradient'
import {
  readTypedColor,
  readTypedGradient,
} from '../../../islands/settings/gradient/typed-gradient.ts'

function read(text: string) {
  const gradient = readTypedGradient(text)
  return gradient && formatGradient(gradient)
}

describe('a gradient typed by hand', () => {
  test.each([
    ['background: linear-gradient(90deg, #123 0%, #456 100%);', '90deg, #112233 0%, #445566 100%'],
    ['linear-gradient(to right, #FFF, #000)', '90deg, #ffffff 0%, #000000 100%'],
    ['LINEAR-GRADIENT(\n  TO  bottom left, #fff, #000)', '225deg, #ffffff 0%, #000000 100%'],
    ['linear-gradient(#fff, #000)', '180deg, #ffffff 0%, #000000 100%'],
    ['linear-gradient(-45deg, #fff, #000)', '315deg, #ffffff 0%, #000000 100%'],
    ['linear-gradient(360deg, #fff 5, #000 95)', '0deg, #ffffff 5%, #000000 95%'],
    ['linear-gradient(0deg, #fff 0.4%, #000 99.6%)', '0deg, #ffffff 0%, #000000 100%'],
    [
      'linear-gradient(0deg, #fff, #aaa, #bbb 60%, #ccc, #000)',
      '0deg, #ffffff 0%, #aaaaaa 30%, #bbbbbb 60%, #cccccc 80%, #000000 100%',
    ],
  ])('%j is stored as the picker writes it', (typed, stored) => {
    expect(read(typed)).toBe(`linear-gradient(${stored})`)
  })

  test.each([
    '',
    'linear-gradient(90deg, #fff)',
    'linear-gradient(46deg, #fff, #000)',
    'linear-gradient(to nowhere, #fff, #000)',
    'linear-gradient(90deg, red, blue)',
    'linear-gradient(90deg, #fff 101%, #000)',
    'linear-gradient(90deg, #fff, #000); color: red',
    `linear-gradient(90deg, ${'#fff, '.repeat(10)}#000)`,
  ])('%j is refused', typed => {
    expect(read(typed)).toBeNull()
  })
})

test('a typed color has three or six digits', () => {
  expect(['#FfF', ' #3B82f6 '].map(readTypedColor)).toEqual(['#ffffff', '#3b82f6'])
  expect(['#ffff', 'fff', 'red', ''].map(readTypedColor)).toEqual(Array(4).fill(null))
})
