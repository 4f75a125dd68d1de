import { describe, expect, test } from 'bun:test'
import { isDateDoubtful } from '#domain/cleanup-day'
import { DAY_MS, getClinicDay, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'
import { aTimeZone } from '../support/samples.ts'

const timeZone = aTimeZone('Asia/Kuala_Lumpur')
/** Friday, just after midnight. */
const START = Date.parse('2026-11-19T16:01:00.000Z')

/** Says for each instant of a clean-up, in ms since START, whether it waits for Confirm date. */
function run(looks: number[], hasPatients = true) {
  let lastDay: string | null = null
  return looks.map(ms => {
    const now = new Date(START + ms).toISOString()
    const isDoubtful = isDateDoubtful({ now, timeZone, lastDay, hasPatients })
    if (!isDoubtful) lastDay = getClinicDay(now, timeZone)
    return isDoubtful
  })
}

const eachDay = (count: number, isOn: (day: number) => boolean = () => true) =>
  Array.from({ length: count }, (_, day) => day)
    .filter(isOn)
    .map(day => day * DAY_MS)

describe('the date is not asked about', () => {
  test.each<[string, number[]]>([
    ['in a new clinic', [0]],
    ['if the computer is always on', eachDay(400)],
    ['if it is off at weekends', eachDay(60, day => day % 7 < 5)],
    ['if it is on once a week', eachDay(60, day => day % 7 === 0)],
    ['after a week of holidays', [0, 7 * DAY_MS]],
    ['if the clock is corrected just after midnight', [0, -2 * MINUTE_MS, 0]],
    ['if summer time ends at midnight', [0, -HOUR_MS + MINUTE_MS, 0]],
  ])('%s', (_, looks) => {
    expect(run(looks)).not.toContain(true)
  })

  test('before the first patient', () => {
    expect(run([0, 400 * DAY_MS], false)).toEqual([false, false])
  })
})

test.each<[string, number[], boolean[]]>([
  ['three weeks of holidays', [0, 21 * DAY_MS, 22 * DAY_MS], [false, true, true]],
  ['a clock that is years ahead', [0, 9 * YEAR_MS, 0], [false, true, false]],
  ['a clock that is years behind', [0, -9 * YEAR_MS, 0], [false, true, false]],
  ['a clock that was ahead for less than a week', [0, 3 * DAY_MS, 0], [false, false, true]],
  ['a clock that was ahead, once its day comes', [3 * DAY_MS, 0, 3 * DAY_MS], [false, true, false]],
  ['a clock that was set back by hours at night', [0, -2 * HOUR_MS, 0], [false, true, false]],
])('the date waits during %s', (_, looks, expected) => {
  expect(run(looks)).toEqual(expected)
})
