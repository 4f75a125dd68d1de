import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { listReportDays, saveReportDay } from '#db/repositories/report-days'
import { saveMark } from '#db/repositories/settings'
import { REPORT_RULE } from '#db/schema/marks'
import { CSV_SEPARATORS, formatCell, formatLine } from '#domain/reports/csv'
import { keepReportDays } from '../../../server/actions/reports.ts'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { saveHistory } from '../../support/database/history.ts'
import { perTest } from '../../support/server/per-test.ts'
import { type Client, createSignedInClient } from '../../support/server/test-app.ts'
import {
  ADMIN,
  confirmDate,
  createTestClinic,
  NURSE,
  ROOMS,
} from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const TODAY = '2026-11-20'
const WEEK = 'from=2026-11-13&to=2026-11-20'

const ctx = perTest(() => createTestClinic({ at: '2026-11-20T02:00:00.000Z' }))
let admin: Client
let nurse: Client

beforeEach(async () => {
  await confirmDate(ctx)
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  admin = await createSignedInClient(app, ADMIN)
  nurse = await createSignedInClient(app, NURSE)
})

const fill = (days = 7, patientsPerDay = 40) =>
  ctx.database.write(tx => saveHistory(tx, { days, patientsPerDay, before: TODAY }))

async function getRows(query = WEEK): Promise<{ key: string; n: number; p50: number | null }[]> {
  return (await admin(`/api/reports?${query}`)).body.rows
}

describe('a report', () => {
  test('is the same from the kept sums as from the journeys', async () => {
    await fill()
    const groups = ['hour', 'weekday', 'day', 'room'].map(by => `${WEEK}&by=${by}`)
    const counted = await Promise.all(groups.map(getRows))
    await keepReportDays(ctx.clinic)
    const kept = await ctx.clinic.read(db => listReportDays(db, '', '~'))
    // Patients of yesterday may still be served.
    expect(kept.map(({ day }) => day)).toEqual(
      ['13', '14', '15', '16', '17', '18'].map(day => `2026-11-${day}`),
    )
    expect(await Promise.all(groups.map(getRows))).toEqual(counted)
  })

  test('is counted again by another rule, and loses the days without patients', async () => {
    await fill()
    await keepReportDays(ctx.clinic)
    const list = () => ctx.clinic.read(db => listReportDays(db, '', '~'))
    const kept = await list()
    const [day] = kept
    if (!day) throw new Error('no day was kept')
    await ctx.clinic.write(async tx => {
      for (const other of ['2025-01-01', '2026-11-14'])
        await saveReportDay(tx, { ...day, day: other })
    })
    await keepReportDays(ctx.clinic)
    expect(await list()).not.toEqual(kept)
    await ctx.clinic.write(tx => saveMark(tx, REPORT_RULE, 'earlier'))
    await keepReportDays(ctx.clinic)
    expect(await list()).toEqual(kept)
  })

  test('has today as it is now, with the patients of a reset and without a deleted one', async () => {
    const [ali, siti] = [await admin.register('ALI'), await admin.register('SITI')]
    await admin.delete(`/api/patients/${ali.id}`)
    await admin.call(siti.id, ROOMS.one)
    const today = `from=${TODAY}&to=${TODAY}`
    expect(await getRows(today)).toMatchObject([{ key: TODAY, n: 1 }])
    await admin.post('/api/patients/reset-queue')
    await admin.register('MEI')
    expect(await getRows(today)).toMatchObject([{ key: TODAY, n: 2 }])
    expect(await getRows(`${today}&by=room`)).toMatchObject([{ key: 'Room 1', n: 1, p50: null }])
  })

  test('keeps the name of a room that was deleted', async () => {
    await fill(3)
    const rooms = (await getRows(`${WEEK}&by=room`)).map(({ key }) => key)
    await admin.delete(`/api/windows/${ROOMS.one}`)
    expect((await getRows(`${WEEK}&by=room`)).map(({ key }) => key)).toEqual(rooms)
    expect(rooms).toContain('Room 1')
  })
})

describe('a day that cannot be counted', () => {
  const BROKEN = '2026-11-15'
  const setTime = (from: string, to: string) =>
    ctx.database.write(tx =>
      tx.run(sql`update patients set registered_at = replace(registered_at, ${from}, ${to})
        where day = ${BROKEN} and number = 1`),
    )
  const breakDay = () => setTime('T', 'x')
  const mendDay = () => setTime('x', 'T')
  const listKept = async () =>
    (await ctx.clinic.read(db => listReportDays(db, '', '~'))).map(({ day }) => day.slice(-2))
  const listCounted = async () => (await getRows()).map(({ key }) => key.slice(-2))
  const ALL = ['13', '14', '15', '16', '17', '18', '19']
  const OTHERS = ALL.filter(day => day !== '15')

  beforeEach(async () => {
    await fill()
    await breakDay()
  })

  test('is named in the log once, and the others are kept', async () => {
    await keepReportDays(ctx.clinic)
    await keepReportDays(ctx.clinic)
    expect(await listKept()).toEqual(['13', '14', '16', '17', '18'])
    const failures = ctx.logged.filter(line => line.includes('"level":"error"'))
    expect(failures.map(line => JSON.parse(line))).toMatchObject([
      { message: 'report day not counted', day: BROKEN, error: expect.any(String) },
    ])
  })

  test.each(['', 'kept'])('is missing from reports, which say so (%s)', async kept => {
    if (kept) await keepReportDays(ctx.clinic)
    const { status, body } = await admin(`/api/reports?${WEEK}`)
    expect([status, body.missingDays]).toEqual([200, [BROKEN]])
    expect(await listCounted()).toEqual(OTHERS)
    const page = await admin(`/reports?${WEEK}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Not counted: 15 Nov 2026. Tell your administrator: ')
    const csv = (await admin(`/api/reports/visits.csv?${WEEK}`)).body.split('\r\n')
    expect(csv.filter((line: string) => line.startsWith(BROKEN))).toEqual([
      `${BROKEN},could not be read`,
    ])
    expect(csv.filter((line: string) => line.startsWith('2026-11-16'))).toHaveLength(40)
  })

  test('is counted once it can be, between days that are kept', async () => {
    await keepReportDays(ctx.clinic)
    await mendDay()
    expect(await listCounted()).toEqual(ALL)
    expect((await admin(`/api/reports?${WEEK}`)).body).not.toHaveProperty('missingDays')
    await keepReportDays(ctx.clinic)
    expect(await listKept()).toEqual(['13', '14', '15', '16', '17', '18'])
    expect(await listCounted()).toEqual(ALL)
  })
})

test('sums that 1.0.0 has kept are read, whatever a room was called', async () => {
  const tally = { n: 5, waits: { 3: 5 }, missed: 0, noShow: 0 }
  const room = JSON.stringify({ ...tally, services: { 4: 5 } })
  const sums = `{"hours":{"9":${JSON.stringify(tally)}},"rooms":{"__proto__":${room},"Room 1":${room}}}`
  await ctx.database.write(tx =>
    tx.run(sql`insert into report_days (day, sums) values ('2026-11-16', ${sums})`),
  )
  expect(await getRows(`${WEEK}&by=room`)).toMatchObject([
    { key: '__proto__', n: 5, p50: 3 },
    { key: 'Room 1', n: 5, p50: 3 },
  ])
  expect((await admin(`/reports?${WEEK}`)).body).toContain('<th scope="row">__proto__</th>')
})

test('reports are for administrators, or for all staff if an administrator says so', async () => {
  const paths = [`/api/reports?${WEEK}`, `/api/reports/visits.csv?${WEEK}`, '/reports']
  const statuses = () =>
    Promise.all(paths.map(path => nurse(path).then(response => response.status)))
  expect(await statuses()).toEqual([403, 403, 404])
  expect((await nurse('/')).body).not.toContain('href="/reports"')
  const refused = await nurse.put('/api/settings', settingsBody({ reportsFor: 'staff' }))
  expect([refused.status, refused.body.field]).toEqual([403, 'reportsFor'])
  expect(await statuses()).toEqual([403, 403, 404])
  await admin.put('/api/settings', settingsBody({ reportsFor: 'staff' }))
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await nurse('/')).body).toContain('href="/reports"')
})

describe('the file of visits', () => {
  test('has a line a visit, without names, as spreadsheets read it', async () => {
    await fill(2, 20)
    const { headers, bytes } = await admin(`/api/reports/visits.csv?${WEEK}`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const expected = 'attachment; filename="visits-2026-11-13-2026-11-20.csv"'
    expect(headers.get('content-disposition')).toBe(expected)
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines).toHaveLength(1 + 40 + 1)
    expect(lines[0]).toStartWith('day,number,priority,registered (UTC),registered (clinic)')
    expect(lines[1]).toMatch(/^2026-11-18,1,(yes|no),2026-11-18T\d\d:\d\d:\d\d\.\d{3}Z,\d\d:/)
    expect(lines.join()).not.toContain('PATIENT')
  })

  test.each<[string | number, string]>([
    ['=1+1', `"'=1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['＝1+1', `"'＝1+1"`],
    ['﹦1', `"'﹦1"`],
    ['\u00a0\ufeff\u200b=1+1', `"'\u00a0\ufeff\u200b=1+1"`],
    ['"=1+1"', `"'""=1+1"""`],
    ["'=1+1", `"''=1+1"`],
    ["a;=cmd|'/c calc'!A1", `"a;'=cmd|'/c calc'!A1"`],
    ['a;"=1+1"', `"a;'""=1+1"""`],
    ['a,+1;b', `"a,'+1;b"`],
    ['a\n-2', `"a\n'-2"`],
    ['45 -> 30, b: =', '"45 -> 30, b: ="'],
    [-2, '-2'],
    ['Room 1, left', '"Room 1, left"'],
    ['the "big" room', '"the ""big"" room"'],
    ['Room 1 - Dr. Lim', 'Room 1 - Dr. Lim'],
  ])('writes %j as text', (text, cell) => {
    expect(formatCell(text)).toBe(cell)
  })

  test('separates by semicolons if asked, and the page offers what was chosen last', async () => {
    await fill(2, 3)
    const path = '/api/reports/visits.csv?from=2026-11-13&to=2026-11-20&separator='
    const { bytes, headers } = await admin(`${path}semicolon`)
    const [header = '', line = ''] = new TextDecoder().decode(bytes).split('\r\n')
    expect(header).toStartWith('day;number;priority;')
    expect(line.split(';')).toHaveLength(header.split(';').length)
    expect(headers.get('set-cookie')).toContain('separator=semicolon')
    expect((await admin(`${path}tab`)).body.error).toBe('separator must be comma or semicolon')
  })

  test.each([',', ';', '\t', '|'])(
    'has no formula for a spreadsheet that separates by %j',
    separator => {
      const piece = fc.constantFrom(...',;\t|\n\r"\' \u200b=+-@＝－a1'.split(''))
      fc.assert(
        fc.property(
          fc.string({ unit: piece, maxLength: 12 }),
          fc.string({ unit: piece }),
          (a, b) => {
            for (const written of CSV_SEPARATORS) {
              const cells = readCells(formatLine([a, b], written), separator)
              expect(cells.filter(cell => /^[\s\p{Cf}"]*[=+\-@＝－]/u.test(cell))).toEqual([])
              const isOwn = separator === (written === 'comma' ? ',' : ';')
              if (isOwn) expect(cells.length).toBe(2)
            }
          },
        ),
        { numRuns: 2_000 },
      )
    },
  )
})

describe('the page', () => {
  test('answers when it is fullest and whether the target is kept, without its own script', async () => {
    await fill(14, 60)
    const { body } = await admin('/reports?from=2026-11-06&to=2026-11-20')
    expect(body).toMatch(/Busiest: \w+day \d+ to \d+, \d+ patients on average\./)
    expect(body).toMatch(/Within 60 min<\/h2>.*?<strong[^>]*>\d+ %/)
    const titles = [...body.matchAll(/<h2 class="card__title">([^<]*)/g)].map(([, title]) => title)
    expect(titles).toEqual(['Waiting by hour', 'Patients a day', 'The week', 'Rooms'])
    const islands = [...body.matchAll(/data-island="(\w+)"/g)].map(([, name]) => name)
    expect(islands).toEqual(['Sidebar', 'Notices'])
    expect(body).toContain('formAction="/api/reports/visits.csv"')
  })

  test('shows the last seven days for an address that names none', async () => {
    for (const path of [
      '/reports',
      '/reports?from=x&to=y',
      '/reports?from=2026-11-20&to=2026-11-19',
    ]) {
      const { status, body } = await admin(path)
      expect([status, body.includes('value="2026-11-14"')]).toEqual([200, true])
      expect(body).toContain('No patients were registered in this period.')
    }
  })
})

/** As Excel reads a file: a quote counts at the start of a cell alone. */
function readCells(line: string, separator: string) {
  const cells: string[] = []
  let rest = line.replace(/\r\n$/, '') + separator
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    const start = quoted ? quoted[0].length : 0
    const ends = [separator, '\n', '\r'].map(end => rest.indexOf(end, start)).filter(at => at >= 0)
    const end = Math.min(...ends)
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + rest.slice(start, end))
    rest = rest.slice(end + 1)
  }
  return cells
}
