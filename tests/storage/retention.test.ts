import { expect, test } from 'bun:test'
import { createBackupName, parseBackupName } from '#domain/backups/backups'
import { DAY_MS } from '#domain/time'
import { selectBackupsToKeep } from '../../server/storage/backup/retention.ts'
import { KUALA_LUMPUR } from '../support/samples.ts'

/** An instant by the clock in Kuala Lumpur. */
const kl = (local: string) => new Date(`${local}+08:00`).toISOString()

const sized = (names: string[], bytes = 1) => names.map(name => ({ name, bytes }))

/** The days of the backups that are left after so many days. */
function simulate(days: number, isOpen: (day: number) => boolean) {
  let names: string[] = []
  for (let day = 0; day < days; day++) {
    if (!isOpen(day)) continue
    const at = new Date(Date.parse('2026-01-01T19:00:00.000Z') + day * DAY_MS).toISOString()
    const newest = createBackupName(at, KUALA_LUMPUR, 'nightly')
    const today = { newest, day: at.slice(0, 10) }
    names = [...selectBackupsToKeep(sized([...names, newest]), today)]
  }
  return names.map(name => parseBackupName(name)?.day ?? '').toSorted()
}

test('after four months there are seven days and the Sundays of four weeks before them', () => {
  const sundays = ['2026-04-05', '2026-04-12', '2026-04-19']
  const days = [24, 25, 26, 27, 28, 29, 30].map(day => `2026-04-${day}`)
  expect(simulate(120, () => true)).toEqual([...sundays, ...days, '2026-05-01'])
})

test('there are at most eleven backups, reaching back at least three weeks', () => {
  for (let length = 40; length < 180; length++) {
    const days = simulate(length, () => true)
    const ageOfOldest = (Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / DAY_MS
    expect(days.length).toBeLessThanOrEqual(11)
    expect(ageOfOldest).toBeGreaterThanOrEqual(21)
  }
})

test('no backup is deleted because of holidays', () => {
  const untilHolidays = simulate(60, () => true)
  const afterAMonth = simulate(91, day => day < 60 || day === 90)
  expect(afterAMonth.filter(day => untilHolidays.includes(day)).length).toBeGreaterThanOrEqual(9)
})

test('ten manual ones and three from before a restore stay as well', () => {
  const at = (minute: number) => kl(`2026-11-20T10:${String(minute).padStart(2, '0')}:00`)
  const names = [
    createBackupName(kl('2026-11-01T03:00:00'), KUALA_LUMPUR, 'nightly'),
    ...Array.from({ length: 12 }, (_, minute) =>
      createBackupName(at(minute), KUALA_LUMPUR, 'manual'),
    ),
    ...Array.from({ length: 5 }, (_, minute) =>
      createBackupName(at(20 + minute), KUALA_LUMPUR, 'before-restore'),
    ),
  ]
  const keep = selectBackupsToKeep(sized(names), { newest: names[12] ?? '', day: '2026-11-20' })
  expect(names.filter(name => !keep.has(name))).toEqual([
    'clinic-2026-11-20-100000-manual',
    'clinic-2026-11-20-100100-manual',
    'clinic-2026-11-20-102000-before-restore',
    'clinic-2026-11-20-102100-before-restore',
  ])
})

test('all together stay within the disk budget; the oldest go first, and the newest stays', () => {
  const days = [20, 19, 18, 17].map(day => kl(`2026-11-${day}T03:00:00`))
  const names = days.map(at => createBackupName(at, KUALA_LUMPUR, 'nightly'))
  const today = { newest: names[0] ?? '', day: '2026-11-20' }
  expect([...selectBackupsToKeep(sized(names, 3e9), today)]).toEqual(names.slice(0, 2))
  expect([...selectBackupsToKeep(sized(names, 9e9), today)]).toEqual(names.slice(0, 1))
  expect(selectBackupsToKeep(sized(names, 2e9), today).size).toBe(4)
})

const NIGHTS = Array.from({ length: 20 }, (_, night) =>
  createBackupName(
    kl(`2026-11-${String(night + 2).padStart(2, '0')}T03:00:00`),
    KUALA_LUMPUR,
    'nightly',
  ),
)
const MANUAL = Array.from({ length: 12 }, (_, minute) =>
  createBackupName(kl(`2026-11-20T10:${String(minute + 10)}:00`), KUALA_LUMPUR, 'manual'),
)

test('while the date waits nothing goes by age, and everything fits into twice the space', () => {
  const all = [...NIGHTS, ...MANUAL]
  const newest = MANUAL[11] ?? ''
  expect([...selectBackupsToKeep(sized(all), { newest, day: null })].toSorted()).toEqual(
    all.toSorted(),
  )
  const kept = [...selectBackupsToKeep(sized(all, 1e9), { newest, day: null })]
  expect(kept).toHaveLength(16)
  expect(kept).toContain(newest)
})

test('a backup that was just made stays, wherever its clock puts it', () => {
  for (const at of ['2016-11-20T10:00:00', '2026-11-20T09:00:00', '2036-11-20T10:00:00']) {
    const newest = createBackupName(kl(at), KUALA_LUMPUR, 'manual')
    const all = [...NIGHTS, ...MANUAL, newest]
    for (const day of [null, at.slice(0, 10), '2026-11-20']) {
      expect(selectBackupsToKeep(sized(all), { newest, day })).toContain(newest)
      expect(selectBackupsToKeep(sized(all, 9e9), { newest, day })).toContain(newest)
    }
  }
})

test('backups of a clock that was ahead take no place of the others', () => {
  const ahead = [...NIGHTS, ...MANUAL].map(name => name.replace('2026', '2036'))
  const newest = NIGHTS[19] ?? ''
  const retention = { newest, day: '2026-11-21' }
  const kept = selectBackupsToKeep(sized([...NIGHTS, ...MANUAL]), retention)
  const withAhead = selectBackupsToKeep(sized([...NIGHTS, ...MANUAL, ...ahead]), retention)
  // The rest of the space is for the others.
  const fitting = selectBackupsToKeep(sized([...NIGHTS, ...MANUAL, ...ahead], 0.4e9), retention)
  for (const name of kept) {
    expect(withAhead).toContain(name)
    expect(fitting).toContain(name)
  }
  expect([withAhead.size <= 42, fitting.size]).toEqual([true, 20])
})
