import { describe, expect, test } from 'bun:test'
import {
  type Box,
  findLargestSize,
  fitText,
  splitText,
} from '../../../islands/tv/panels/fit-text.ts'

/** A type in which every letter, and the space, is half as wide as it is high. */
const measure = (text: string) => Array.from(text).length / 2
const BOX: Box = { width: 600, height: 250, largest: 132, smallest: 20, lines: 2 }
const size = (text: string, box: Partial<Box> = {}) =>
  findLargestSize(splitText(text, measure), { ...BOX, ...box })

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
    expect(fitText('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, BOX)).toEqual({ size: 92, isBroken: true })
  })

  test('is broken when it would be cut off otherwise', () => {
    const row = { ...BOX, width: 200, height: 100 }
    expect(fitText('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, row)).toEqual({ size: 30, isBroken: true })
  })

  test('stays whole when there is little to gain', () => {
    expect(fitText('AHMAD BIN ISMAIL', measure, BOX)).toEqual({ size: 113, isBroken: false })
    expect(fitText('ABCDEFGHIJKL', measure, BOX)).toEqual({ size: 100, isBroken: false })
  })

  test('stays whole where it is half as large as a short name, however large its halves could be', () => {
    const call = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
    expect(fitText('VIKNESWARANATHAN', measure, call)).toEqual({ size: 74, isBroken: false })
    expect(fitText('VIKNESWARANATHANS', measure, call)).toEqual({ size: 130, isBroken: true })
  })

  test('stays whole in a script whose letters hang together, unless it would be cut off', () => {
    const call = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
    expect(fitText('க'.repeat(20), measure, call)).toEqual({ size: 59, isBroken: false })
    expect(fitText('க'.repeat(60), measure, call).isBroken).toBe(true)
  })
})

describe('one line or two', () => {
  test('one is enough where two would hardly be larger', () => {
    const low = { ...BOX, height: 120 }
    // Two lines of it would be 54 px high, one is 50.
    expect(size('AHMAD BIN ISMAIL BIN ALI', low)).toBe(54)
    expect(fitText('AHMAD BIN ISMAIL BIN ALI', measure, low)).toEqual({ size: 50, isBroken: false })
  })

  test('two are taken where they make it much larger', () => {
    expect(fitText('AHMAD BIN ISMAIL BIN ALI', measure, BOX).size).toBeGreaterThan(50 * 1.25)
  })
})

/** The boxes that names stand in: the call, the overlay, a row of the history. */
const BOXES: [string, Box][] = [
  ['the call', { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }],
  ['the overlay', { width: 1600, height: 420, largest: 210, smallest: 60, lines: 2 }],
  ['a row', { width: 340, height: 92, largest: 52, smallest: 22, lines: 2 }],
]
const NAMES = [
  'ALI',
  'MUHAMMAD AMIRUL HAKIM ALI',
  'ABCDEFGHIJKLMNOPQRSTUVWXY',
  'WAN NUR-AIN BINTI WAN ADZ',
  '王小明',
  '王小明'.repeat(8),
  'No. 007',
]

describe.each(BOXES)('in the box of %s', (_, box) => {
  test.each(NAMES)('%s is readable and never cut off', name => {
    const { size, isBroken } = fitText(name, measure, box)
    expect(size).toBeGreaterThanOrEqual(box.smallest)
    expect(size).toBeLessThanOrEqual(box.largest)
    const [lines, widest] = laidOut(name, size, isBroken, box)
    expect(widest).toBeLessThanOrEqual(box.width)
    expect(lines).toBeLessThanOrEqual(2)
    expect(lines * size * 1.1).toBeLessThanOrEqual(box.height)
  })

  test('a short name is as large as there is', () => {
    expect(fitText('ALI', measure, box)).toEqual({ size: largestOf(box), isBroken: false })
  })
})

function largestOf({ largest, height, width }: Box) {
  return Math.min(largest, Math.floor(height / 1.1), Math.floor(width / 1.5))
}

/** Lays a text out as a browser does: how many lines it takes, and how wide the widest is. */
function laidOut(text: string, size: number, isBroken: boolean, { width }: Box) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const isChinese = /[\u4e00-\u9fff]/.test(word)
    const parts = isBroken || isChinese ? Array.from(word) : [word]
    parts.forEach((part, at) => {
      const line = lines.at(-1) ?? ''
      const longer = line === '' || at > 0 ? line + part : `${line} ${part}`
      if (line !== '' && measure(longer) * size > width) lines.push(part)
      else lines[lines.length - 1] = longer
    })
  }
  return [lines.length, Math.max(...lines.map(line => measure(line) * size))] as const
}
