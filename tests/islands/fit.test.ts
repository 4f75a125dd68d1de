import { describe, expect, test } from 'bun:test'
import { type Box, fit, fittingSize, piecesOf } from '../../islands/tv/fit.ts'

/** A type in which every letter, and the space, is half as wide as it is high. */
const measure = (text: string) => Array.from(text).length / 2
const BOX: Box = { width: 600, height: 250, largest: 132, smallest: 20, lines: 2 }
const size = (text: string, box: Partial<Box> = {}) =>
  fittingSize(piecesOf(text, measure), { ...BOX, ...box })

describe('a name on the TV', () => {
  test('is as large as it may be when it is short', () => {
    expect(size('ALI', { height: 400 })).toBe(132)
  })

  test('wraps to two lines before it shrinks', () => {
    expect(size('AHMAD BIN ISMAIL')).toBe(113) // two lines of it are 249 px high
    expect(size('AHMAD BIN ISMAIL', { lines: 1 })).toBe(75)
  })

  test('shrinks until its longest word fits', () => {
    expect(size('ABCDEFGHIJKLMNOPQRSTUVWXY')).toBe(48)
  })

  test('is never smaller than the smallest size', () => {
    expect(size('X'.repeat(200))).toBe(20)
  })

  test('without spaces breaks where its script allows it', () => {
    expect(size('王小明'.repeat(4), { lines: 1 })).toBe(100)
    expect(size('王小明'.repeat(4))).toBe(113)
  })

  test('that is empty is no trouble', () => {
    expect(size('')).toBe(132)
  })
})

describe('a name of one long word', () => {
  test('is broken when that makes it much larger', () => {
    expect(fit('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, BOX)).toEqual({ size: 92, isBroken: true })
  })

  test('is broken when it would be cut off otherwise', () => {
    const row = { ...BOX, width: 200, height: 100 }
    expect(fit('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, row)).toEqual({ size: 30, isBroken: true })
  })

  test('stays whole when there is little to gain', () => {
    expect(fit('AHMAD BIN ISMAIL', measure, BOX)).toEqual({ size: 113, isBroken: false })
    expect(fit('ABCDEFGHIJKL', measure, BOX)).toEqual({ size: 100, isBroken: false })
  })
})
