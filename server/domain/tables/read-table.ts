import { cutText, groupDigits, toOneLine } from '../text.ts'

/** `line` is the record's first line, because a quoted cell may have line breaks. */
export type TableRecord = { line: number; cells: string[] }

/** `records` end at `brokenQuoteLine`. `heading` has line 0 if the table has no heading. */
export type Table = {
  titles: TableRecord[]
  heading: TableRecord
  records: TableRecord[]
  brokenQuoteLine: number | null
}
type Options = {
  isHeading: (cells: string[]) => boolean
  /** True if the cells can only be a record, so the table needs no heading. */
  isRecord: (cells: string[]) => boolean
  noHeading: string
  maxRecords: number
}
type Checked<Value> = Value | { problem: string }

export const BROKEN_QUOTE =
  'A quote (") opens here and does not end with its cell. Remove it, or close it.'

const SEPARATORS = [';', '\t', ',', '|']
/** A heading may follow a title, but must be within these limits. */
const HEADING_WITHIN = { records: 20, characters: 20_000 }
const MAX_COLUMNS = 100
/** Includes empty lines, because reading a megabyte of them would stop the desks. */
const MAX_LINES = 25_000

/** The heading, or otherwise the first record, shows the separator, such as tabs when pasted. */
export function readTable(text: string, options: Options): Checked<Table> {
  const { isHeading, isRecord, noHeading, maxRecords } = options
  const top = text.slice(0, HEADING_WITHIN.characters).replace(/\r\n?/g, '\n')
  const heads = SEPARATORS.map(separator => {
    return { separator, ...readRecords(top, separator, HEADING_WITHIN.records) }
  })
  for (const { separator, records } of heads) {
    const heading = records.find(({ cells }) => isHeading(cells))
    if (heading) return readBelow(heading, text, separator, maxRecords)
  }
  for (const { separator, records } of heads) {
    const [first, second] = records
    const isNamed = first && second && first.cells.length > 1 && isRecord(second.cells)
    if (!first || !(isRecord(first.cells) || isNamed)) continue
    const names = first.cells.map((_, at) => `column ${at + 1}`)
    const heading = isRecord(first.cells) ? { line: 0, cells: names } : first
    return readBelow(heading, text, separator, maxRecords)
  }
  // With a wrong separator, a quoted cell seems to continue after its closing quote.
  const brokenLines = heads.map(({ brokenQuoteLine }) => brokenQuoteLine ?? 0)
  const isBroken = brokenLines.every(line => line > 0)
  return { problem: isBroken ? `Line ${Math.max(...brokenLines)}: ${BROKEN_QUOTE}` : noHeading }
}

function readBelow(
  heading: TableRecord,
  text: string,
  separator: string,
  maxRecords: number,
): Checked<Table> {
  // One more than MAX_LINES, because the text after the last line end is empty.
  const lines = text.split(/\r\n?|\n/, MAX_LINES + 2)
  if (lines.length > MAX_LINES + 1) return getRowsProblem(MAX_LINES)
  const found = readRecords(lines.join('\n'), separator, maxRecords + 1)
  const { records, brokenQuoteLine, wideLine } = found
  if (wideLine !== null) {
    return { problem: `Line ${wideLine} has more than ${MAX_COLUMNS} columns. Remove some.` }
  }
  if (records.length > maxRecords) return getRowsProblem(maxRecords)
  const titles = records.filter(({ line }) => line < heading.line)
  return {
    titles,
    heading,
    records: records.slice(titles.length + Number(heading.line > 0)),
    brokenQuoteLine,
  }
}

function getRowsProblem(max: number) {
  return { problem: `The table has more than ${groupDigits(max)} rows.` }
}

/** Excludes control characters, because DOS ended files with one. */
const FILLED = /[^\s\p{Cc}\p{Cf}]/u

type Found = {
  records: TableRecord[]
  brokenQuoteLine: number | null
  wideLine: number | null
}

/** Stops at the first record or column over the limit. Lines must end with \n. */
function readRecords(text: string, separator: string, maxRecords: number): Found {
  const records: TableRecord[] = []
  const found: Found = { records, brokenQuoteLine: null, wideLine: null }
  const stop = new RegExp(separator === '|' ? '[|\\n]' : `[${separator}\\n]`, 'g')
  let line = 1
  for (let at = 0; at < text.length && records.length < maxRecords; ) {
    const read = readRecord(text, separator, at, stop)
    if ('brokenAt' in read) {
      return { ...found, brokenQuoteLine: line + countBreaks(text.slice(at, read.brokenAt)) }
    }
    const record = { line, cells: read.cells.map(cell => cell.trim()) }
    line += countBreaks(text.slice(at, read.end + 1))
    at = read.end + 1
    if (!record.cells.some(cell => cell !== '' && FILLED.test(cell))) continue
    if (record.cells.length > MAX_COLUMNS) return { ...found, wideLine: record.line }
    records.push(record)
  }
  return found
}

function readRecord(text: string, separator: string, start: number, stop: RegExp) {
  const cells: string[] = []
  for (let at = start; ; at++) {
    const opens = skipBlanks(text, separator, at)
    let end = opens
    if (text[opens] === '"') {
      const closes = findClosingQuote(text, opens)
      end = skipBlanks(text, separator, closes + 1)
      const isClosed = closes < text.length && [separator, '\n', undefined].includes(text[end])
      if (!isClosed) return { brokenAt: opens }
      cells.push(text.slice(opens + 1, closes).replaceAll('""', '"'))
    } else {
      stop.lastIndex = at
      end = stop.exec(text)?.index ?? text.length
      cells.push(text.slice(at, end))
    }
    if (text[end] !== separator || cells.length > MAX_COLUMNS) return { cells, end }
    at = end
  }
}

function findClosingQuote(text: string, opens: number) {
  let at = findEnd(text, '"', opens + 1)
  while (text[at + 1] === '"') at = findEnd(text, '"', at + 2)
  return at
}

function skipBlanks(text: string, separator: string, start: number) {
  let at = start
  while (text[at] !== separator && text[at] !== '\n' && /\s/.test(text[at] ?? '')) at++
  return at
}

function findEnd(text: string, sought: string, from: number) {
  const at = text.indexOf(sought, from)
  return at === -1 ? text.length : at
}

function countBreaks(text: string) {
  return text.split('\n').length - 1
}

const MAX_QUOTED = 40

export function quoteCell(text = '') {
  // Cut long cells first, because counting characters is slow.
  const start = toOneLine(text.slice(0, MAX_QUOTED * 5))
  const quoted = cutText(start, MAX_QUOTED)
  const isWhole = quoted === start && text.length <= MAX_QUOTED * 5
  return `"${quoted}${isWhole ? '' : '…'}"`
}
