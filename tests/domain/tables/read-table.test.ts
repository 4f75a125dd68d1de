import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { BROKEN_QUOTE, readTable, type TableRecord } from '#domain/tables/read-table'

const OPTIONS = {
  isHeading: (cells: string[]) => cells.includes('Time') && cells.length > 1,
  isRecord: () => false,
  noHeading: 'There is no heading.',
  maxRecords: 25_000,
}
const readOrRefuse = (text: string) => readTable(text, OPTIONS)

function read(text: string) {
  const table = readOrRefuse(text)
  if ('problem' in table) throw new Error(table.problem)
  return table
}

const readCells = (text: string) => read(text).records.map(({ cells }) => cells)

describe('a table is read', () => {
  test.each(['\n', '\r\n', '\r'])('with lines that end with %j', end => {
    const text = ['Clinic', '', 'Time,Name', '9:05,"Ali\nBaba"', '', ' , ', '9:10,Abu'].join(end)
    expect(read(text)).toEqual({
      titles: [{ line: 1, cells: ['Clinic'] }],
      heading: { line: 3, cells: ['Time', 'Name'] },
      records: [
        { line: 4, cells: ['9:05', 'Ali\nBaba'] },
        { line: 8, cells: ['9:10', 'Abu'] },
      ],
      brokenQuoteLine: null,
    })
  })

  test.each([
    ['quotes within an unquoted cell', '9:05,Ali "Boy" Ahmad', 'Ali "Boy" Ahmad'],
    ['spaces around quotes', '9:05 , "Tan, Mei" ', 'Tan, Mei'],
  ])('with %s', (_, line, name) => {
    expect(readCells(`Time,Name\n${line}`)).toEqual([['9:05', name]])
  })

  test('with a heading that has a line break', () => {
    const { heading, records } = read('Time,"Patient\nname"\n9:05,Ali')
    expect(heading).toEqual({ line: 1, cells: ['Time', 'Patient\nname'] })
    expect(records).toEqual([{ line: 3, cells: ['9:05', 'Ali'] }])
  })

  test('with more or fewer cells than its heading', () => {
    expect(readCells('Time,Name\n9:05\n9:10,Ali,,x')).toEqual([['9:05'], ['9:10', 'Ali', '', 'x']])
  })
})

describe('a quote that does not end with its cell is found where it opens, and ends the table', () => {
  test.each([
    ['at the end of the text', 'Time,Name\n9:05,Ali\n9:10,"Abu\n9:15,Siti\n', 3, 1],
    ['at the next quote', 'Time,Name\n9:05,"Ali\n9:10,"Abu"\n9:15,Siti\n', 2, 0],
    ['before other letters', 'Time,Name\n9:05,Ali\n9:10,"Abu" Bakar\n', 3, 1],
    ['in a later line of its record', 'Time,Name,Note\r\n9:05,"A\r\nli","x\r\ny', 3, 0],
  ])('%s', (_, text, line, count) => {
    const { records, brokenQuoteLine } = read(text)
    expect([brokenQuoteLine, records.length]).toEqual([line, count])
  })
})

test.each(['Clinic\n"Time,Name\n9:05,Ali', '"Clinic","List"\n"Time,"Name"\n"9:05","Ali"'])(
  'a quote that does not end in the heading is named: %j',
  text => {
    expect(readOrRefuse(text)).toEqual({ problem: `Line 2: ${BROKEN_QUOTE}` })
  },
)

describe('a heading is looked for', () => {
  test.each([
    ['in words', 'Dear clinic,\nhere it is.'],
    ['in a page', '<html><body>Error</body></html>'],
    ['in quoted cells', '"Hour","Patient"\n"9:05","Ali"'],
    ['below 20 lines', `${'x\n'.repeat(20)}Time,Name`],
  ])('%s, and not found', (_, text) => {
    expect(readOrRefuse(text)).toEqual({ problem: 'There is no heading.' })
  })

  test('in the 20th line, and found', () => {
    expect(read(`${'x\n'.repeat(19)}Time,Name`).heading.line).toBe(20)
  })
})

test('a table may have 25,000 rows', () => {
  expect(read(`Time,Name\n${'9:05\n'.repeat(24_999)}`).records).toHaveLength(24_999)
  expect(readOrRefuse(`Time,Name\n${'9:05\n'.repeat(25_000)}`)).toEqual({
    problem: 'The table has more than 25,000 rows.',
  })
})

test('empty lines count, because reading them takes time', () => {
  expect(readOrRefuse(`Time,Name\n${'\n'.repeat(25_000)}`)).toEqual({
    problem: 'The table has more than 25,000 rows.',
  })
})

test('a table with more than 100 columns is refused with its line', () => {
  const read = (count: number) => readOrRefuse(`Time,Name\n9:05${',x'.repeat(count - 1)}`)
  expect(read(100)).not.toHaveProperty('problem')
  expect(read(101)).toEqual({ problem: 'Line 2 has more than 100 columns. Remove some.' })
})

test.each(['x', '"', '",', '"a";', '"a"\n', ' ', ' "', ';', '\n', ';\n', '٣'])(
  'a megabyte of %j is no work',
  unit => {
    const text = unit.repeat(1_000_000 / unit.length)
    expect(readOrRefuse(text)).toHaveProperty('problem')
    expect(() => readOrRefuse(`Time;Name\n${text}`)).not.toThrow()
  },
)

const CELL = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab"\',;|\t \n\r=é陈') }),
  fc.string({ unit: 'grapheme' }),
)
const LINE_END = fc.constantFrom('\n', '\r\n', '\r')
const TABLE = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  records: fc.array(
    fc.record({
      cells: fc.array(fc.record({ text: CELL, isQuoted: fc.boolean() }), { minLength: 1 }),
      end: LINE_END,
    }),
  ),
})

/** A lone \r before a lone \n would be one line break. */
const countLines = (text: string) => text.split(/\r\n|\r|\n/).length - 1

test('what was written with any separator, quotes and line ends is read, line by line', () => {
  fc.assert(
    fc.property(TABLE, ({ separator, records }) => {
      let text = `Time${separator}Name\r\n`
      const expected: TableRecord[] = []
      for (const { cells, end } of records) {
        const line = countLines(text) + 1
        const written = cells.map(({ text, isQuoted }) => {
          const needsQuotes = isQuoted || /[",;|\t\r\n]/.test(text)
          return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
        })
        // An empty line that ends with \n would join the \r before it.
        text += `${written.join(separator)}${written.join('') === '' ? '\r\n' : end}`
        const texts = cells.map(cell => cell.text.replace(/\r\n?/g, '\n').trim())
        if (texts.some(cell => cell !== '')) expected.push({ line, cells: texts })
      }
      expect(read(text)).toMatchObject({ records: expected, brokenQuoteLine: null })
    }),
    { numRuns: 2_000 },
  )
})
