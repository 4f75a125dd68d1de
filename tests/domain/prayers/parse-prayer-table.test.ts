import { describe, expect, test } from 'bun:test'
import { isOfZone } from '#domain/prayers/clinic-zone'
import { parsePrayerTable } from '#domain/prayers/parse-prayer-table'
import { calculateZoneTimes } from '../../../server/integrations/jakim/zone-times.ts'
import { listPortalRows, PUBLISHED, toCsv, toPortalJson } from '../../support/files/jakim-tables.ts'

const TODAY = '2026-11-20'
const ROWS = listPortalRows('WLY01')
const JUNE_30 = { date: '2026-06-30', fajr: 354, dhuhr: 800, asr: 1005, maghrib: 1169, isha: 1244 }

const parse = (text: string, zone = 'WLY01', today = TODAY) => parsePrayerTable(text, zone, today)

function getDays(text: string, zone?: string) {
  const table = parse(text, zone)
  if ('problem' in table) throw new Error(table.problem)
  return table.days
}

function getProblem(text: string, zone?: string, today?: string) {
  const table = parse(text, zone, today)
  return 'problem' in table ? table.problem : null
}

/** The year with these rows in place of those from line `from` on, which the heading begins as 1. */
const withRows = (from: number, count: number, ...rows: string[][]) =>
  ROWS.toSpliced(from - 2, count, ...rows)

const OTHER_ORDER = ROWS.map(([date = '', ...times]) => [...times.toReversed(), date])
const CAPITALS = ["ISYA'", 'MAGHRIB', 'ASAR', 'ZOHOR', 'SUBUH', 'TARIKH MILADI']
const TWELVE_HOURS = ROWS.map(row =>
  row.map((cell, at) => {
    if (at === 0) return cell
    const [hours = 0, minutes] = cell.split(':').map(Number)
    return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
  }),
)
const byDate = (write: (date: string) => string) =>
  ROWS.map(([date = '', ...times]) => [write(date), ...times])
const QUOTED = ROWS.map(row => row.map(cell => `"${cell}"`))
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const toNumbers = (date: string) => date.replace(/[A-Z]\w\w/, name => `${MONTHS.indexOf(name) + 1}`)

describe('a year of a zone is read', () => {
  test.each([
    ["the portal's JSON", toPortalJson('WLY01')],
    ['JSON with a BOM', `\uFEFF${toPortalJson('WLY01')}`],
    ['a CSV', toCsv(ROWS)],
    ['without an end of the last line', toCsv(ROWS).trimEnd()],
    ['with a BOM and CRLF', `\uFEFF${toCsv(ROWS, { end: '\r\n' })}`],
    ['with semicolons', toCsv(ROWS, { separator: ';' })],
    ['with tabs', toCsv(ROWS, { separator: '\t' })],
    ["with old Macs' lines", toCsv(ROWS, { end: '\r' })],
    ['with empty lines, and cells of spaces', toCsv(ROWS, { end: '  \n , ,\n\n' })],
    ['under a title', `Waktu Solat WLY01, 2026\n\n${toCsv(ROWS)}`],
    ['in quotes', toCsv(QUOTED)],
    ['latest day first', toCsv(ROWS.toReversed())],
    ['with 12 hours', toCsv(TWELVE_HOURS)],
    ['with full stops', toCsv(ROWS.map(row => row.map(cell => cell.replaceAll(':', '.'))))],
    ['with days as 1/6/2026', toCsv(byDate(date => toNumbers(date).replaceAll('-', '/')))],
    ['with days as Excel saves them', toCsv(byDate(date => date.replace('-20', '-')))],
    [
      'with Malay months',
      toCsv(byDate(date => date.replace('Mar', 'Mac').replace('Dec', 'Disember'))),
    ],
    ['in another order, in capitals', toCsv(OTHER_ORDER, { heading: CAPITALS })],
    [
      'with English names',
      toCsv(ROWS, { heading: ['Date', 'Fajr', 'Dhuhr', 'Asr', 'Maghrib', 'Isha'] }),
    ],
  ])('%s', (_, text) => {
    const days = getDays(text)
    expect(days).toHaveLength(365)
    expect(days[180]).toEqual(JUNE_30)
  })

  test("of a file with all zones the clinic's", () => {
    const rows = ['JHR01', 'WLY01'].flatMap(zone => listPortalRows(zone).map(row => [zone, ...row]))
    const heading = ['zone', 'date', 'subuh', 'zohor', 'asar', 'maghrib', 'isyak']
    expect(getDays(toCsv(rows, { heading }))[180]).toEqual(JUNE_30)
  })

  test('of a zone that is written with its districts', () => {
    const rows = ROWS.map(row => ['wly01 - Kuala Lumpur', ...row])
    const heading = ['Zon', 'Tarikh', 'Subuh', 'Zohor', 'Asar', 'Maghrib', 'Isyak']
    expect(getDays(toCsv(rows, { heading }))).toHaveLength(365)
  })

  test('a part of a year, and seconds as the next minute', () => {
    const rows = ROWS.slice(-31).map(([date = '', ...times]) => [date, ...times])
    rows[0] = [rows[0]?.[0] ?? '', '05:48:01', ...(rows[0]?.slice(2) ?? [])]
    const days = getDays(toCsv(rows))
    expect([days.length, days[0]?.date, days[0]?.fajr]).toEqual([31, '2026-12-01', 349])
  })

  test("a leap year of the portal's, which leaves out 29 February", () => {
    const leap = ROWS.map(([date = '', ...times]) => [date.replace('2026', '2028'), ...times])
    const table = parse(toCsv(leap), 'WLY01', '2028-01-01')
    expect('days' in table && table.days.length).toBe(365)
  })
})

test("every zone's published table can be added, and is of its zone", () => {
  for (const zone of PUBLISHED.keys()) {
    const days = getDays(toPortalJson(zone), zone)
    expect([zone, days.length]).toEqual([zone, 365])
    expect(isOfZone(days, date => calculateZoneTimes(zone, date))).toBe(true)
  }
})

describe('a file is refused with its line and the reason', () => {
  const [first = [], second = []] = ROWS
  const [, ...times] = second
  test.each<[name: string, text: string, problem: string]>([
    ['nothing', ' \r\n', 'The file is empty.'],
    [
      'words',
      'Dear clinic,\nhere it is.',
      'The file has no heading with Tarikh, Subuh, Zohor, Asar, Maghrib and Isyak.',
    ],
    [
      'a page',
      '<html><body>Error</body></html>',
      'The file has no heading with Tarikh, Subuh, Zohor, Asar, Maghrib and Isyak.',
    ],
    ['a heading alone', toCsv([]), 'The file has no days.'],
    [
      'a heading without Isyak',
      toCsv(ROWS).replace('Isyak', 'Imsak'),
      'Line 1, the heading, has no column for Isyak.',
    ],
    [
      'a heading without a date',
      `x\n${toCsv(ROWS).replace('Tarikh', 'Hari')}`,
      'Line 2, the heading, has no column for the date (Tarikh).',
    ],
    [
      'half of JSON',
      toPortalJson('WLY01').slice(0, 900),
      'The file begins like JSON but is not complete.',
    ],
    ['JSON without days', '{"prayerTime":[],"status":"NO_RECORD!"}', 'The file has no days.'],
    [
      'JSON of very many values',
      `[${'{},'.repeat(10_000)}{}]`,
      'The file has too many values. Choose the table of one zone.',
    ],
    [
      'JSON that is very deep',
      '['.repeat(30_000),
      'The file has too many values. Choose the table of one zone.',
    ],
    [
      'a table of very many days',
      `Tarikh,Subuh,Zohor,Asar,Maghrib,Isyak\n${'1-Jan-2026,5:00,13:00,16:00,19:00,20:00\n'.repeat(2_001)}`,
      'The table has more than 2,000 days of the zone.',
    ],
    ['JSON of another kind', '{"status":"OK!"}', 'The file has no list of days.'],
    ['a list of texts', '["01-Jan-2026"]', 'Day 1 of the list is not an object.'],
    [
      'JSON with a number as time',
      toPortalJson('WLY01').replace(/"maghrib":"[^"]*"/, '"maghrib":1916'),
      'Day 1: Maghrib is empty.',
    ],
    [
      "another zone's JSON",
      toPortalJson('JHR01'),
      `The file is of "JHR01", but the clinic's zone is WLY01.`,
    ],
    [
      'a quote that does not end',
      toCsv(withRows(3, 1, ['"02-Jan-2026', ...times])),
      'Line 3: A quote (") opens here and does not end with its cell. Remove it, or close it.',
    ],
    ['no date', toCsv(withRows(3, 1, ['soon', ...times])), 'Line 3: "soon" is not a date.'],
    [
      'a day that does not exist',
      toCsv(withRows(3, 1, ['31-Feb-2026', ...times])),
      'Line 3: "31-Feb-2026" is not a date.',
    ],
    [
      'a month that does not exist',
      toCsv(withRows(3, 1, ['02/13/2026', ...times])),
      'Line 3: "02/13/2026" is not a date.',
    ],
    [
      'a long text',
      toCsv(withRows(3, 1, ['x'.repeat(5000), ...times])),
      `Line 3: "${'x'.repeat(40)}…" is not a date.`,
    ],
    ['a missing time', toCsv(withRows(3, 1, second.with(4, ''))), 'Line 3: Maghrib is empty.'],
    ['a line that is cut off', toCsv(withRows(3, 1, second.slice(0, 3))), 'Line 3: Asar is empty.'],
    [
      'a wrong time',
      toCsv(withRows(3, 1, second.with(2, '13:61'))),
      'Line 3: Zohor is "13:61", which is not a time such as 19:29.',
    ],
    [
      'a time after midnight',
      toCsv(withRows(3, 1, second.with(5, '24:00'))),
      'Line 3: Isyak is "24:00", which is not a time such as 19:29.',
    ],
    [
      'a second before midnight',
      toCsv(withRows(3, 1, second.with(5, '23:59:59'))),
      'Line 3: Isyak is "23:59:59", which is not a time such as 19:29.',
    ],
    [
      '12 hours without am and pm',
      toCsv(withRows(3, 1, second.with(4, '7:16'))),
      'Line 3: the times of 2 Jan 2026 are not in their order.',
    ],
    [
      'two columns exchanged',
      toCsv(ROWS).replace('Asar,Maghrib', 'Maghrib,Asar'),
      'Line 2: the times of 1 Jan 2026 are not in their order.',
    ],
    ['a missing day', toCsv(withRows(3, 1)), 'Line 3: 2 Jan 2026 is missing before 3 Jan 2026.'],
    ['a date twice', toCsv(withRows(4, 0, second)), 'Line 4: 2 Jan 2026 is already in line 3.'],
    [
      'a day of another year',
      toCsv(withRows(2, 1, [(first[0] ?? '').replace('2026', '2025'), ...times])),
      'Line 3: 2 Jan 2025 is missing before 2 Jan 2026.',
    ],
    [
      'a time that is an hour off',
      toCsv(withRows(3, 1, second.with(2, '12:17:00'))),
      'Line 3: Zohor goes from 13:19 to 12:17 within a day.',
    ],
    [
      "last year's",
      toCsv(byDate(date => date.replace('2026', '2025'))),
      'The table ended on 31 Dec 2025. Add a newer one.',
    ],
    [
      'a year far away',
      toCsv(byDate(date => date.replace('2026', '2062'))),
      'The table goes beyond 28 Jan 2029. Check its year.',
    ],
  ])('%s', (_, text, problem) => {
    expect(getProblem(text)).toBe(problem)
  })
})
