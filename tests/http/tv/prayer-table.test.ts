import { beforeEach, describe, expect, test } from 'bun:test'
import type { SettingTexts } from '#domain/settings-record'
import { DAY_MS } from '#domain/time'
import { getNotices } from '../../../server/queries/system/notices.ts'
import {
  listPortalRows,
  PUBLISHED,
  toCsv,
  toPortalJson,
  toTime,
} from '../../support/files/jakim-tables.ts'
import { createTvDevice } from '../../support/server/actions.ts'
import { type Client, withTestApp } from '../../support/server/test-app.ts'
import { ADMIN, TEN_O_CLOCK } from '../../support/server/test-clinic.ts'
import { storeSettings } from '../../support/settings.ts'

const PATH = '/api/prayer-table'

const ctx = withTestApp()
let admin: Client
beforeEach(async () => {
  admin = await ctx.admin()
})

function upload(content: string | Uint8Array<ArrayBuffer>, client = admin) {
  const body = new FormData()
  body.set('file', new File([content], 'waktu-solat.csv'))
  return client.put(PATH, undefined, { body })
}

const choose = (values: Partial<SettingTexts>) => storeSettings(ctx, values)

async function getTimes() {
  const { body } = await admin('/api/prayer-times')
  return body.prayerTimes.map(({ time }: { time: string }) => time).join(' ')
}

const getTable = async () => (await admin(PATH)).body.table

/** A table that no calculation gives. */
const shifted = (zone: string, year = '2026') =>
  listPortalRows(zone).map(([date = '', fajr = '', ...times]) => [
    date.replace('2026', year),
    fajr.replace(/:00$/, ':01'),
    ...times,
  ])

test('the times are calculated for the zone of the place, or for the chosen one', async () => {
  const day = TEN_O_CLOCK.slice(0, 10)
  const published = (zone: string) => {
    const { days = [], minutes } = PUBLISHED.get(zone) ?? {}
    return toTime(minutes?.maghrib[days.indexOf(day)] ?? 0)
  }
  expect(await getTimes()).toContain(published('WLY01'))
  await choose({ prayerZone: 'KTN01' })
  expect(await getTimes()).toContain(published('KTN01'))
  expect((await admin(PATH)).body).toEqual({ today: day, zone: 'KTN01', table: null })
})

test('the table stands exactly, until its end, without the minutes to add', async () => {
  await choose({ prayerOffsetFajr: '10', prayerAsr: 'hanafi' })
  const calculated = await getTimes()
  const { status, body } = await upload(toCsv(shifted('WLY01')))
  expect([status, body.table]).toEqual([
    200,
    { zone: 'WLY01', from: '2026-11-20', to: '2026-12-31' },
  ])
  const row = shifted('WLY01').find(([date]) => date === '20-Nov-2026') ?? []
  const [, fajr = '', ...others] = row.map(cell => cell.slice(0, 5))
  expect(await getTimes()).toBe(
    [toTime(Number(fajr.slice(0, 2)) * 60 + Number(fajr.slice(3)) + 1), ...others].join(' '),
  )
  expect(await getTimes()).not.toBe(calculated)

  ctx.clock.advance(42 * DAY_MS)
  admin = await ctx.admin()
  expect(await getTimes()).toMatch(/^06:1\d 13:1\d /)
  expect((await getTable()).to).toBe('2026-12-31')
})

test('next year is added to this year, and a later file replaces its own days', async () => {
  await upload(toCsv(listPortalRows('WLY01')))
  await upload(toCsv(shifted('WLY01', '2027')))
  expect(await getTable()).toEqual({ zone: 'WLY01', from: '2026-11-20', to: '2027-12-31' })
  const before = await getTimes()
  await upload(toCsv(shifted('WLY01').slice(300)))
  expect((await getTable()).to).toBe('2027-12-31')
  expect(await getTimes()).not.toBe(before)
})

test('what is kept is of one zone and not of the past, however often a table is added', async () => {
  const countRows = () => ctx.database.read(db => db.query.prayerDays.findMany())
  for (const year of ['2026', '2027', '2028', '2029', '2030', '2031']) {
    ctx.clock.set(`${year}-12-30T02:00:00.000Z`)
    admin = await ctx.admin()
    expect((await upload(toCsv(shifted('WLY01', year)))).status).toBe(200)
    expect(await countRows()).toHaveLength(2)
  }
  await choose({ prayerZone: 'KTN01' })
  expect((await upload(toCsv(shifted('KTN01', '2031')))).status).toBe(200)
  expect(new Set((await countRows()).map(({ zone }) => zone))).toEqual(new Set(['KTN01']))
})

describe('a table that cannot be used changes nothing', () => {
  const excel = Uint8Array.from('PK\x03\x04rest', letter => letter.charCodeAt(0))
  const pdf = new TextEncoder().encode('%PDF-1.7 Waktu Solat')

  test.each<[name: string, content: string | Uint8Array<ArrayBuffer>, error: string | RegExp]>([
    [
      "another zone's",
      toPortalJson('KTN01'),
      `The file is of "KTN01", but the clinic's zone is WLY01.`,
    ],
    [
      "another zone's without its name",
      toCsv(listPortalRows('SBH04')),
      /another Maghrib than WLY01/,
    ],
    [
      'a wrong line',
      toCsv(listPortalRows('WLY01').toSpliced(9, 1)),
      'Line 11: 10 Jan 2026 is missing before 11 Jan 2026.',
    ],
    ['an Excel file', excel, 'This is an Excel file. Choose the table as CSV or JSON.'],
    ['a PDF', pdf, 'This is a PDF. Choose the table as CSV or JSON.'],
    ['nothing', '', 'The file is empty.'],
  ])('%s', async (_, content, error) => {
    await upload(toCsv(listPortalRows('WLY01')))
    const { status, body } = await upload(content)
    expect([status, body.error]).toEqual([400, expect.stringMatching(error)])
    expect(body.field).toBe('file')
    expect((await getTable()).to).toBe('2026-12-31')
  })

  test('a file of more than 2 MB', async () => {
    const { status, body } = await upload('x'.repeat(2_000_001))
    expect([status, body.error]).toEqual([
      413,
      "A table has at most 2 MB. Choose the file of the clinic's zone.",
    ])
  })

  test('one for another method, or for a place without a zone', async () => {
    const refused = 'Choose the method JAKIM and a zone first, and save them.'
    await choose({ latitude: '1.3', longitude: '103.8' })
    const inSingapore = await upload(toCsv(listPortalRows('WLY01')))
    expect([inSingapore.status, inSingapore.body.error]).toEqual([409, refused])
    await choose({ prayerZone: 'WLY01', prayerMethod: 'Egyptian' })
    expect((await upload(toCsv(listPortalRows('WLY01')))).status).toBe(409)
  })
})

test("Excel's Unicode text is read", async () => {
  const text = Buffer.from(
    `\uFEFF${toCsv(listPortalRows('WLY01'), { separator: '\t' })}`,
    'utf16le',
  )
  expect((await upload(new Uint8Array(text))).status).toBe(200)
})

test('a removed table gives way to calculated times at once; TVs are told of both', async () => {
  const calculated = await getTimes()
  const { token } = await createTvDevice(ctx.clinic, { userId: ADMIN.id, name: 'HALL' })
  const getMark = async () => {
    const { body } = await admin(`/api/tv/${token}/settings`)
    return body.find(({ key }: { key: string }) => key === 'prayerTable').value
  }
  await upload(toCsv(shifted('WLY01')))
  const added = await getMark()
  expect(added).toBe(TEN_O_CLOCK)
  ctx.clock.advance(1000)
  expect((await admin.delete(PATH)).body).toEqual({ success: true })
  expect(await getMark()).not.toBe(added)
  expect([await getTimes(), await getTable()]).toEqual([calculated, null])
})

test('the audit names zone and days', async () => {
  await upload(toCsv(listPortalRows('WLY01')))
  await admin.delete(PATH)
  const lines = (await admin('/api/audit?from=2026-11-20&to=2026-11-20')).body.entries
  expect(lines.slice(1, 3)).toMatchObject([
    { action: 'prayer table removed' },
    { action: 'prayer table added', subject: 'WLY01', detail: '2026-01-01 to 2026-12-31' },
  ])
})

test('an administrator reads on the Dashboard that the table ends, while times are shown', async () => {
  await upload(toCsv(listPortalRows('WLY01')))
  const findAdvice = async () =>
    (await getNotices(ctx.clinic)).filter(notice => notice.includes('JAKIM'))
  expect(await findAdvice()).toEqual([])
  await choose({ showPrayerTimes: 'true' })
  expect(await findAdvice()).toEqual([
    "From 1 Jan 2027 on, prayer times are calculated. Add JAKIM's next table before that. Tables are added in Settings, Information.",
  ])
  await choose({ prayerZone: 'KTN01' })
  expect(await findAdvice()).toEqual([])
})
