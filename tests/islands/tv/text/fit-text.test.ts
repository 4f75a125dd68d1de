import { describe, expect, test } from 'bun:test'
import { type Box, fitText } from '../../../../islands/stage/text/fit-text.ts'

/** A font in which every character is half as wide as high. */
const measure = (text: string) => Array.from(text).length / 2
const BOX: Box = { width: 600, height: 250, largest: 132, smallest: 20, lines: 2 }
const CALL: Box = { width: 592, height: 286, largest: 140, smallest: 20, lines: 2 }
const fit = (text: string, box: Partial<Box> = {}) => fitText(text, measure, { ...BOX, ...box })

test('a name wraps to two lines before it shrinks', () => {
  expect(fit('AHMAD BIN ISMAIL')).toEqual({ size: 113, isBroken: false })
  expect(fit('AHMAD BIN ISMAIL', { lines: 1 }).size).toBe(75)
})

test('a name without spaces breaks where its script allows it', () => {
  expect(fit('王小明'.repeat(8), { lines: 1 }).size).toBe(50)
  expect(fit('王小明'.repeat(8))).toEqual({ size: 100, isBroken: false })
})

test.each([
  ['is broken when that makes it much larger', 'ABCDEFGHIJKLMNOPQRSTUVWXY', BOX, 92, true],
  [
    'is broken when it would not fit otherwise',
    'ABCDEFGHIJKLMNOPQRSTUVWXY',
    { ...BOX, width: 200, height: 100 },
    30,
    true,
  ],
  ['stays whole when there is little to gain', 'ABCDEFGHIJKL', BOX, 100, false],
  ['stays whole at half the size of a short name', 'VIKNESWARANATHAN', CALL, 74, false],
  ['is broken below that', 'VIKNESWARANATHANS', CALL, 130, true],
  ['stays whole in a joining script', 'க'.repeat(20), CALL, 59, false],
])('a name of one long word %s', (_, name, box, size, isBroken) => {
  expect(fitText(name, measure, box)).toEqual({ size, isBroken })
})

test('a joining script is broken when it would not fit', () => {
  expect(fitText('க'.repeat(60), measure, CALL).isBroken).toBe(true)
})

test('two lines are used only when the text becomes much larger', () => {
  // Two lines of it would be 54 px high.
  expect(fit('AHMAD BIN ISMAIL BIN ALI', { height: 120 })).toEqual({ size: 50, isBroken: false })
  expect(fit('AHMAD BIN ISMAIL BIN ALI').size).toBeGreaterThan(50 * 1.25)
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
