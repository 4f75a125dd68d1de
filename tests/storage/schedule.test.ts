import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { isNightlyDue } from '../../server/storage/backup/schedule.ts'
import { aTimeZone, KUALA_LUMPUR } from '../support/samples.ts'

/** An instant by the clock in Kuala Lumpur. */
const kl = (local: string) => new Date(`${local}+08:00`).toISOString()

// now, newest, failed
test.each<[string, string, string | null, string | null, boolean]>([
  ['before three', '2026-11-20T02:59:59', '2026-11-19T03:00:00', null, false],
  ['at three', '2026-11-20T03:00:00', '2026-11-19T03:00:00', null, true],
  ['made a minute ago', '2026-11-20T03:01:00', '2026-11-20T03:00:00', null, false],
  ['the machine was off at night', '2026-11-20T08:10:00', '2026-11-19T08:12:00', null, true],
  ['a manual one last evening', '2026-11-20T03:00:00', '2026-11-19T18:00:00', null, false],
  ['when that one is old enough', '2026-11-20T14:00:00', '2026-11-19T18:00:00', null, true],
  ['after a week', '2026-11-20T01:00:00', '2026-11-13T03:00:00', null, true],
  ['it just failed', '2026-11-20T03:30:00', '2026-11-19T03:00:00', '2026-11-20T03:00:00', false],
  ['an hour ago', '2026-11-20T04:00:00', '2026-11-19T03:00:00', '2026-11-20T03:00:00', true],
  ['begun by a later clock', '2026-11-20T10:00:00', '2036-11-19T03:00:00', null, true],
  ['a clinic without data', '2026-11-20T03:00:00', null, null, false],
])('the nightly backup, %s', (_, now, newest, failed, isDue) => {
  const newestAt = newest && kl(newest)
  const failedAt = failed && kl(failed)
  expect(isNightlyDue({ now: kl(now), timeZone: KUALA_LUMPUR, newestAt, failedAt })).toBe(isDue)
})

// A backup of the day before, 20 hours old at least: it is due once three has come.
test.each([
  ['three was skipped', 'Europe/Athens', '2026-03-29T00:30:00Z', '2026-03-29T23:30:00Z', true],
  ['three came twice', 'Europe/Athens', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', true],
  ['three is once', 'Europe/Athens', '2026-10-25T00:30:00Z', '2026-10-26T00:30:00Z', false],
  ['two comes twice', 'Antarctica/Troll', '2026-10-24T02:00:00Z', '2026-10-25T02:00:00Z', false],
  ['midnight was skipped', 'Africa/Cairo', '2026-04-23T02:00:00Z', '2026-04-24T00:30:00Z', true],
])('where clocks change, %s, in %s', (_, name, newestAt, now, isDue) => {
  const timeZone = aTimeZone(name)
  expect(isNightlyDue({ now, timeZone, newestAt, failedAt: null })).toBe(isDue)
})

test('there is a backup every two days, also when clocks change', () => {
  for (const name of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
    const timeZone = aTimeZone(name)
    let newestAt = '2026-01-01T00:00:00.000Z'
    for (let at = Date.parse(newestAt); at < Date.parse('2027-01-01'); at += HOUR_MS / 2) {
      const now = new Date(at).toISOString()
      if (!isNightlyDue({ now, timeZone, newestAt, failedAt: null })) continue
      expect(at - Date.parse(newestAt)).toBeLessThanOrEqual(2 * DAY_MS)
      newestAt = now
    }
    expect(newestAt > '2026-12-30').toBe(true)
  }
})
