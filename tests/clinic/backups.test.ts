import { expect, test } from 'bun:test'
import {
  ageInWords,
  countsInWords,
  isWorrying,
  sizeInWords,
  whenInWords,
  whenNamed,
} from '#clinic/backup-words'
import {
  type Backup,
  backupName,
  backupNamed,
  backupsToKeep,
  newestUntil,
  nightlyIsDue,
  refuseToDeleteBackup,
  schemaAge,
  whatIsWrong,
} from '#clinic/backups'

const KL = 'Asia/Kuala_Lumpur'
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** An instant by the clock in Kuala Lumpur. */
const kl = (local: string) => new Date(`${local}+08:00`).toISOString()

test("a backup's name is the clinic's date and time, and never taken twice", () => {
  const at = kl('2026-11-20T03:00:05')
  expect(backupName(at, KL, 'nightly')).toBe('clinic-2026-11-20-030005-nightly')
  const taken = ['clinic-2026-11-20-030005-nightly', 'clinic-2026-11-20-030005-nightly-2']
  expect(backupName(at, KL, 'nightly', taken)).toBe('clinic-2026-11-20-030005-nightly-3')
  expect(backupNamed(taken[1] ?? '')).toMatchObject({ day: '2026-11-20', kind: 'nightly' })
})

test.each([
  '',
  'clinic.db',
  '../clinic-2026-11-20-030005-nightly',
  'clinic-2026-11-20-030005-nightly/..',
  'clinic-2026-11-20-030005-nightly.tar',
  'clinic-2026-11-20-030005-weekly',
  'clinic-2026-11-20-030005-nightly\n',
  'CLINIC-2026-11-20-030005-nightly',
])('%j is no name of a backup', name => {
  expect(backupNamed(name)).toBeNull()
})

/** A clinic that lives for so many days, and keeps after each backup what the rule says. */
function live(days: number, isOpen: (day: number) => boolean) {
  let kept: string[] = []
  for (let day = 0; day < days; day++) {
    if (!isOpen(day)) continue
    const at = new Date(Date.parse('2026-01-01T19:00:00.000Z') + day * DAY_MS).toISOString()
    kept = [...backupsToKeep([...kept, backupName(at, KL, 'nightly')])]
  }
  return kept.map(name => backupNamed(name)?.day ?? '').toSorted()
}

test('after four months there are seven days and the Sundays of four weeks before them', () => {
  expect(live(120, () => true)).toEqual([
    '2026-04-05',
    '2026-04-12',
    '2026-04-19',
    '2026-04-24',
    '2026-04-25',
    '2026-04-26',
    '2026-04-27',
    '2026-04-28',
    '2026-04-29',
    '2026-04-30',
    '2026-05-01',
  ])
})

test('on no day of half a year there are more than eleven, and never less than three weeks to go back', () => {
  for (let days = 40; days < 180; days++) {
    const kept = live(days, () => true)
    const ageOfOldest = (Date.parse(kept.at(-1) ?? '') - Date.parse(kept[0] ?? '')) / DAY_MS
    expect(kept.length).toBeLessThanOrEqual(11)
    expect(ageOfOldest).toBeGreaterThanOrEqual(21)
  }
})

test('holidays take nothing away', () => {
  const untilHolidays = live(60, () => true)
  const afterAMonth = live(91, day => day < 60 || day === 90)
  expect(afterAMonth.filter(day => untilHolidays.includes(day)).length).toBeGreaterThanOrEqual(9)
})

test('ten by hand and three before a restore are kept beside the nightly ones', () => {
  const at = (minute: number) => kl(`2026-11-20T10:${String(minute).padStart(2, '0')}:00`)
  const names = [
    backupName(kl('2026-11-01T03:00:00'), KL, 'nightly'),
    ...Array.from({ length: 12 }, (_, minute) => backupName(at(minute), KL, 'manual')),
    ...Array.from({ length: 5 }, (_, minute) => backupName(at(20 + minute), KL, 'before-restore')),
  ]
  const kept = backupsToKeep(names)
  expect(names.filter(name => !kept.has(name))).toEqual([
    'clinic-2026-11-20-100000-manual',
    'clinic-2026-11-20-100100-manual',
    'clinic-2026-11-20-102000-before-restore',
    'clinic-2026-11-20-102100-before-restore',
  ])
})

// now, newest, failed
test.each<[string, string, string | null, string | null, boolean]>([
  ['before three', '2026-11-20T02:59:59', '2026-11-19T03:00:00', null, false],
  ['at three', '2026-11-20T03:00:00', '2026-11-19T03:00:00', null, true],
  ['made a minute ago', '2026-11-20T03:01:00', '2026-11-20T03:00:00', null, false],
  ['the machine was off at night', '2026-11-20T08:10:00', '2026-11-19T08:12:00', null, true],
  ['one by hand last evening', '2026-11-20T03:00:00', '2026-11-19T18:00:00', null, false],
  ['and that one is old enough', '2026-11-20T14:00:00', '2026-11-19T18:00:00', null, true],
  ['after a week', '2026-11-20T01:00:00', '2026-11-13T03:00:00', null, true],
  ['it just failed', '2026-11-20T03:30:00', '2026-11-19T03:00:00', '2026-11-20T03:00:00', false],
  [
    'it failed an hour ago',
    '2026-11-20T04:00:00',
    '2026-11-19T03:00:00',
    '2026-11-20T03:00:00',
    true,
  ],
  ['a clinic without data', '2026-11-20T03:00:00', null, null, false],
])('the nightly backup, %s', (_, now, newest, failed, isDue) => {
  const newestAt = newest && kl(newest)
  const failedAt = failed && kl(failed)
  expect(nightlyIsDue({ now: kl(now), timeZone: KL, newestAt, failedAt })).toBe(isDue)
})

test('whatever the clock of the zone does, every two days have a backup', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
    let newestAt = '2026-01-01T00:00:00.000Z'
    for (let at = Date.parse(newestAt); at < Date.parse('2027-01-01'); at += HOUR_MS / 2) {
      const now = new Date(at).toISOString()
      if (!nightlyIsDue({ now, timeZone, newestAt, failedAt: null })) continue
      expect(at - Date.parse(newestAt)).toBeLessThanOrEqual(2 * DAY_MS)
      newestAt = now
    }
    expect(newestAt > '2026-12-30').toBe(true)
  }
})

test('a backup from the future says nothing about today', () => {
  const [past, future] = ['2026-11-20T03:00:00.000Z', '2031-01-01T00:00:00.000Z']
  expect(newestUntil('2026-11-20T09:00:00.000Z', [past, future])).toBe(past)
  expect(newestUntil('2026-11-20T09:00:00.000Z', [future])).toBeNull()
})

const counts = { patients: 1, users: 2, calls: 3 }

test.each([
  [{ integrity: 'ok', strays: 0, counts }, null],
  [{ integrity: 'row 7 missing from index', strays: 0, counts }, 'its database is damaged'],
  [{ integrity: 'ok', strays: 1, counts }, 'its database has rows that belong to nothing'],
  [{ integrity: 'ok', strays: 0, counts: { ...counts, users: 0 } }, 'its database has no users'],
  [
    { integrity: 'ok', strays: 0, counts: { ...counts, patients: 0 } },
    'its database does not hold what its description says',
  ],
])('%j is a good backup or says why not', (found, problem) => {
  expect(whatIsWrong(found, counts)).toBe(problem)
})

test.each<[number[], number[], string]>([
  [[], [1, 2], 'older'],
  [[1], [1, 2], 'older'],
  [[1, 2], [1, 2], 'same'],
  [[1, 2, 3], [1, 2], 'newer'],
  [[1, 9], [1, 2], 'newer'],
])('a database with migrations %j is to a program with %j: %s', (applied, ours, age) => {
  expect(schemaAge(applied, ours)).toBe(age as never)
})

test('the newest good backup is never deleted, a damaged one always may be', () => {
  const one = (name: string, madeAt: string | null): Backup => ({
    name,
    kind: 'manual',
    bytes: 1,
    contents: madeAt ? { madeAt, version: '1', counts } : null,
  })
  const all = [one('broken', null), one('new', '2026-11-20'), one('old', '2026-11-19')]
  expect(all.map(backup => refuseToDeleteBackup(backup, all) === null)).toEqual([true, false, true])
})

test('times, sizes and counts are told in words', () => {
  const now = kl('2026-11-20T10:00:00')
  expect(whenInWords(kl('2026-11-20T03:00:00'), now, KL)).toBe('today at 03:00')
  expect(whenInWords(kl('2026-11-19T23:59:00'), now, KL)).toBe('yesterday at 23:59')
  expect(whenInWords(kl('2026-11-18T03:00:00'), now, KL)).toBe('18 Nov 2026 at 03:00')
  expect(whenNamed('clinic-2026-11-18-030000-nightly')).toBe('18 Nov 2026 at 03:00')
  expect(isWorrying(kl('2026-11-18T10:00:01'), now)).toBe(false)
  expect(isWorrying(kl('2026-11-18T09:59:59'), now)).toBe(true)
  const ages = [59_000, HOUR_MS / 60, 119 * 60_000, 2 * HOUR_MS, 47 * HOUR_MS, 50 * HOUR_MS]
  const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
  expect(ages.map(ms => ageInWords(ago(ms), now))).toEqual([
    '0 minutes',
    '1 minute',
    '119 minutes',
    '2 hours',
    '47 hours',
    '2 days',
  ])
  expect([10, 150_016, 12_400_000, 1_230_000_000].map(sizeInWords)).toEqual([
    '1 kB',
    '150 kB',
    '12.4 MB',
    '1.2 GB',
  ])
  expect(countsInWords({ patients: 1, users: 4, calls: 1305 })).toBe(
    '1 patient, 4 users, 1,305 calls',
  )
})
