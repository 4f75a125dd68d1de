import { describe, expect, test } from 'bun:test'
import {
  type Box,
  findLargestSize,
  fitText,
  splitText,
} from '../../../../islands/tv/text/fit-text.ts'

/** A font in which every character is half as wide as high. */
const measure = (text: string) => Array.from(text).length / 2
const BOX: Box = { width: 600, height: 250, largest: 132, smallest: 20, lines: 2 }
const size = (text: string, box: Partial<Box> = {}) =>
  findLargestSize(splitText(text, measure), { ...BOX, ...box })

describe('a name on the TV', () => {
  test('has the largest size when it is short', () => {
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

  test('may be empty', () => {
    expect(size('')).toBe(132)
  })
})

describe('a name of one long word', () => {
  test('is broken when that makes it much larger', () => {
    expect(fitText('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, BOX)).toEqual({ size: 92, isBroken: true })
  })

  test('is broken when it would not fit otherwise', () => {
    const row = { ...BOX, width: 200, height: 100 }
    expect(fitText('ABCDEFGHIJKLMNOPQRSTUVWXY', measure, row)).toEqual({ size: 30, isBroken: true })
  })

  test('stays whole when there is little to gain', () => {
    expect(fitText('AHMAD BIN ISMAIL', measure, BOX)).toEqual({ size: 113, isBroken: false })
    expect(fitText('ABCDEFGHIJKL', measure, BOX)).toEqual({ size: 100, isBroken: false })
  })

  test('stays whole at half the size of a short name', () => {
    const call = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
    expect(fitText('VIKNESWARANATHAN', measure, call)).toEqual({ size: 74, isBroken: false })
    expect(fitText('VIKNESWARANATHANS', measure, call)).toEqual({ size: 130, isBroken: true })
  })

  test('stays whole in a joining script, unless it would not fit', () => {
    const call = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
    expect(fitText('க'.repeat(20), measure, call)).toEqual({ size: 59, isBroken: false })
    expect(fitText('க'.repeat(60), measure, call).isBroken).toBe(true)
  })
})

describe('one line or two', () => {
  test('one is enough when two would hardly be larger', () => {
    const low = { ...BOX, height: 120 }
    // Two lines of it would be 54 px high, one is 50.
    expect(size('AHMAD BIN ISMAIL BIN ALI', low)).toBe(54)
    expect(fitText('AHMAD BIN ISMAIL BIN ALI', measure, low)).toEqual({ size: 50, isBroken: false })
  })

  test('two are used when the text becomes much larger', () => {
    expect(fitText('AHMAD BIN ISMAIL BIN ALI', measure, BOX).size).toBeGreaterThan(50 * 1.25)
  })
})

const BOXES: [string, Box][] = [
  ['the call', { width: 608, height: 298, largest: 128, smallest: 20, lines: 3 }],
  ['the overlay', { width: 1664, height: 520, largest: 225, smallest: 60, lines: 2 }],
  ['a row', { width: 311, height: 100, largest: 40, smallest: 22, lines: 2 }],
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
    const [lines, widest] = layOut(name, size, isBroken, box)
    expect(widest).toBeLessThanOrEqual(box.width)
    expect(lines).toBeLessThanOrEqual(box.lines)
    expect(lines * size * 1.1).toBeLessThanOrEqual(box.height)
  })

  test('a short name has the largest size', () => {
    expect(fitText('ALI', measure, box)).toEqual({ size: getLargest(box), isBroken: false })
  })
})

function getLargest({ largest, height, width }: Box) {
  return Math.min(largest, Math.floor(height / 1.1), Math.floor(width / 1.5))
}

/** Wraps like a browser: the number of lines, and the widest line in px. */
function layOut(text: string, size: number, isBroken: boolean, { width }: Box) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const isChinese = /[\u4e00-\u9fff]/.test(word)
    const parts = isBroken || isChinese ? Array.from(word) : [word]
    parts.forEach((part, index) => {
      const line = lines.at(-1) ?? ''
      const longer = line === '' || index > 0 ? line + part : `${line} ${part}`
      if (line !== '' && measure(longer) * size > width) lines.push(part)
      else lines[lines.length - 1] = longer
    })
  }
  return [lines.length, Math.max(...lines.map(line => measure(line) * size))] as const
}
