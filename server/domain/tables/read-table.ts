import { cutText, groupDigits, toOneLine } from '../text.ts'

/** A quoted cell may hold line breaks: `line` is the record's first. */
export type TableRecord = { line: number; cells: string[] }

/**
 * A table ends before a quote that opens at `brokenQuoteLine` and does not end with its cell. If the
 * table has no heading, `heading` has line 0 and the cells `column 1`, `column 2` and so on.
 */
export type Table = {
  /** The records above the heading. */
  titles: TableRecord[]
  heading: TableRecord
  records: TableRecord[]
  brokenQuoteLine: number | null
}
type Options = {
  isHeading: (cells: string[]) => boolean
  /** True for cells that only a record below a heading has; then a heading is not necessary. */
  isRecord: (cells: string[]) => boolean
  noHeading: string
  maxRecords: number
}
type Checked<Value> = Value | { problem: string }

export const BROKEN_QUOTE =
  'A quote (") opens here and does not end with its cell. Remove it, or close it.'

const SEPARATORS = [';', '\t', ',', '|']
/** A heading may stand under a title. */
const HEADING_WITHIN = { records: 20, characters: 20_000 }
/** Empty lines included. */
const MAX_LINES = 25_000
const MAX_COLUMNS = 100

/**
 * The records below the heading, without empty ones, of CSV with semicolons, commas or bars, or of
 * cells with tabs. The heading shows which, or else the first record.
 */
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
  // With another separator than its own, a quoted cell seems to go on behind its quote.
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
  // After the last line end there is nothing.
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

/** DOS ended a file with a control character. */
const FILLED = /[^\s\p{Cc}\p{Cf}]/u

type Found = {
  records: TableRecord[]
  brokenQuoteLine: number | null
  wideLine: number | null
}

/** Stops at the first record or column too many. Lines must end with \n. */
function readRecords(text: string, separator: string, maxRecords: number): Found {
  const records: TableRecord[] = []
  const found: Found = { records, brokenQuoteLine: null, wideLine: null }
  let line = 1
  for (let at = 0; at < text.length && records.length < maxRecords; ) {
    const end = findEnd(text, '\n', at)
    const whole = text.slice(at, end)
    const cells = whole.includes('"') ? [] : whole.split(separator, MAX_COLUMNS + 1)
    const quoted = cells.length > 0 ? null : readQuoted(text, separator, at)
    if (quoted && 'brokenAt' in quoted) {
      return { ...found, brokenQuoteLine: line + countBreaks(text.slice(at, quoted.brokenAt)) }
    }
    const record = { line, cells: (quoted?.cells ?? cells).map(cell => cell.trim()) }
    const next = (quoted?.end ?? end) + 1
    line += quoted ? countBreaks(text.slice(at, next)) : 1
    at = next
    if (!record.cells.some(cell => cell !== '' && FILLED.test(cell))) continue
    if (record.cells.length > MAX_COLUMNS) return { ...found, wideLine: record.line }
    records.push(record)
  }
  return found
}

/** The cells of a record that has quotes; a quoted cell may hold separators and line breaks. */
function readQuoted(text: string, separator: string, start: number) {
  const cells: string[] = []
  const stop = new RegExp(separator === '|' ? '[|\\n]' : `[${separator}\\n]`, 'g')
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

/** What people quote in a sentence; a file may have anything in a cell. */
const MAX_QUOTED = 40

export function quoteCell(text = '') {
  // A cell may be long, and characters are counted slowly.
  const start = toOneLine(text.slice(0, MAX_QUOTED * 5))
  const quoted = cutText(start, MAX_QUOTED)
  const isWhole = quoted === start && text.length <= MAX_QUOTED * 5
  return `"${quoted}${isWhole ? '' : '…'}"`
}
