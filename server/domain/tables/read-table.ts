import { CsvError, parse } from 'csv-parse/sync'
import { groupDigits, toOneLine } from '../text.ts'

/** A quoted cell may hold line breaks: `line` is the record's first. */
export type TableRecord = { line: number; cells: string[] }

/** A table ends before a quote that opens at `brokenQuoteLine` and does not end with its cell. */
export type Table = {
  heading: TableRecord
  records: TableRecord[]
  brokenQuoteLine: number | null
}
type Options = { isHeading: (cells: string[]) => boolean; noHeading: string }

export const BROKEN_QUOTE =
  'A quote (") opens here and does not end with its cell. Remove it, or close it.'

const SEPARATORS = [';', '\t', ',']
/** A heading may stand under a title. */
const HEADING_WITHIN = { records: 20, characters: 20_000 }
/** JAKIM's days of all zones are 22,000. */
const MAX_RECORDS = 25_000

/**
 * The records below the heading, without empty ones, of CSV with semicolons or commas, or of cells
 * with tabs: the heading shows which.
 */
export function readTable(text: string, { isHeading, noHeading }: Options) {
  const lines = text.replace(/\r\n?/g, '\n')
  const top = lines.slice(0, HEADING_WITHIN.characters)
  const brokenLines: number[] = []
  for (const separator of SEPARATORS) {
    const head = readRecords(top, separator, HEADING_WITHIN.records)
    const heading = head.records.find(({ cells }) => isHeading(cells))
    if (heading) return readBelow(heading, lines, separator)
    brokenLines.push(head.brokenQuoteLine ?? 0)
  }
  // With another separator than its own, a quoted cell seems to go on behind its quote.
  const isBroken = brokenLines.every(line => line > 0)
  return { problem: isBroken ? `Line ${Math.max(...brokenLines)}: ${BROKEN_QUOTE}` : noHeading }
}

function readBelow(
  heading: TableRecord,
  lines: string,
  separator: string,
): Table | { problem: string } {
  const { records, brokenQuoteLine } = readRecords(lines, separator, MAX_RECORDS + 1)
  if (records.length > MAX_RECORDS) {
    return { problem: `The table has more than ${groupDigits(MAX_RECORDS)} rows.` }
  }
  // DOS ended a file with a control character.
  const isBelow = ({ line, cells }: TableRecord) =>
    line > heading.line && cells.some(cell => toOneLine(cell).trim() !== '')
  return { heading, records: records.filter(isBelow), brokenQuoteLine }
}

/** The lines are counted right only if each ends with \n. */
function readRecords(lines: string, separator: string, maxRecords: number) {
  const records: TableRecord[] = []
  let recordLine = 1
  let cellLine = 1
  try {
    parse(lines, {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      to: maxRecords,
      cast: (cell, { lines: lastLine }) => {
        cellLine = lastLine
        return cell.trim()
      },
      on_record: (cells: string[], { lines: lastLine }) => {
        records.push({ line: recordLine, cells })
        recordLine = lastLine + 1
        cellLine = recordLine
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, brokenQuoteLine: cellLine }
  }
  return { records, brokenQuoteLine: null }
}
