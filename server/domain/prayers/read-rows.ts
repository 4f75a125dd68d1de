import type { PrayerKey } from '../display/prayer-times.ts'
import { BROKEN_QUOTE, readTable } from '../tables/read-table.ts'

type Column = PrayerKey | 'date' | 'zone'
/** `place` names it in a sentence: "Line 12", or "Day 12" of a list in JSON. */
export type TableRow = { place: string; cells: Partial<Record<Column, string>> }
type TableRows = { rows: TableRow[]; zone: string } | { problem: string }

/** The headings of JAKIM's portal and of copies of its tables. Other columns are not read. */
const COLUMNS: [Column, RegExp][] = [
  ['date', /^(tarikh( miladi| masihi)?|miladi|masihi|date|gregorian( date)?)$/],
  ['zone', /^(zone?|kod zon|zone code)$/],
  ['fajr', /^(subuh|suboh|fajr|fajar)$/],
  ['dhuhr', /^(zohor|zuhur|zuhr|dhuhr|dhuhur)$/],
  ['asr', /^(asar|asr)$/],
  ['maghrib', /^(maghrib|magrib)$/],
  ['isha', /^(isyak|isya|ishaa?)$/],
]
const NEEDED = [
  ['date', 'the date (Tarikh)'],
  ['fajr', 'Subuh'],
  ['dhuhr', 'Zohor'],
  ['asr', 'Asar'],
  ['maghrib', 'Maghrib'],
  ['isha', 'Isyak'],
] as const
/** A file with less is no table with a wrong heading, but another kind of file. */
const MIN_COLUMNS = 3

/** CSV with commas, semicolons or tabs, or the JSON of JAKIM's portal. */
export function readRows(content: string): TableRows {
  return /^[[{]/.test(content) ? readJson(content) : readLines(content)
}

function readLines(content: string): TableRows {
  const table = readTable(content, {
    isHeading: cells => findColumns(cells).size >= MIN_COLUMNS,
    noHeading: 'The file has no heading with Tarikh, Subuh, Zohor, Asar, Maghrib and Isyak.',
  })
  if ('problem' in table) return table
  const { heading, records, brokenQuoteLine } = table
  const columns = findColumns(heading.cells)
  const missing = findMissing(columns)
  if (missing)
    return { problem: `Line ${heading.line}, the heading, has no column for ${missing}.` }
  if (brokenQuoteLine) return { problem: `Line ${brokenQuoteLine}: ${BROKEN_QUOTE}` }
  return { rows: records.map(({ line, cells }) => toRow(`Line ${line}`, columns, cells)), zone: '' }
}

function toRow(place: string, columns: Map<Column, number>, cells: string[]): TableRow {
  const entries = [...columns].map(([column, at]) => [column, cells[at] ?? ''])
  return { place, cells: Object.fromEntries(entries) }
}

function findColumns(names: string[]) {
  const found = new Map<Column, number>()
  for (const [at, name] of names.entries()) {
    const heading = name.toLowerCase().replace(/[^a-z ]/g, '')
    const column = COLUMNS.find(([, pattern]) => pattern.test(heading.trim()))?.[0]
    if (column && !found.has(column)) found.set(column, at)
  }
  return found
}

function findMissing(columns: Map<Column, number>) {
  return NEEDED.find(([column]) => !columns.has(column))?.[1]
}

/** Two years of a zone have half as many. */
const MAX_JSON_VALUES = 20_000

function readJson(content: string): TableRows {
  if (content.split(/[,[{]/, MAX_JSON_VALUES + 1).length > MAX_JSON_VALUES)
    return { problem: 'The file has too many values. Choose the table of one zone.' }
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    return { problem: 'The file begins like JSON but is not complete.' }
  }
  const list = isRecord(parsed) ? Object.values(parsed).find(Array.isArray) : parsed
  if (!Array.isArray(list)) return { problem: 'The file has no list of days.' }
  const zone = isRecord(parsed) && typeof parsed.zone === 'string' ? parsed.zone : ''
  const rows: TableRow[] = []
  for (const [at, item] of list.entries()) {
    const place = `Day ${at + 1}`
    if (!isRecord(item)) return { problem: `${place} of the list is not an object.` }
    const columns = findColumns(Object.keys(item))
    const missing = findMissing(columns)
    if (missing) return { problem: `${place} of the list has nothing for ${missing}.` }
    const cells = Object.values(item).map(value => (typeof value === 'string' ? value : ''))
    rows.push(toRow(place, columns, cells))
  }
  return { rows, zone }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
