import { describe, expect, test } from 'bun:test'
import { parseAppointments } from '#domain/appointments/parse-appointments'

/** A Thursday, on the 11th of May with the month first. */
const DAY = '2026-11-05'

function read(dates: string[], { heading = 'Date', day = DAY, time = '9:00' } = {}) {
  const rows = dates.map((date, at) => `${time},A${at},"${date}"`)
  const list = parseAppointments(`Time,Name,${heading}\n${rows.join('\n')}`, [], day)
  if ('problem' in list) throw new Error(list.problem)
  return list.problems.map(({ line, sentence }) => `${line} ${sentence}`)
}

const LETTERS = 'Write the months in letters.'

describe('a date is read', () => {
  test.each([
    ...['05/11/2026', '5.11.26', '2026-11-05', '5 Nov 2026', '5-Nov-26', 'Nov 5, 2026', '20261105'],
    ...['Thu 05/11/2026', '5 November 2026 (Thu)', 'Khamis', 'Thursday', '5 nov', '2026年11月5日'],
    ...['2026-11-05T00:00:00+08:00', '05/11/2026 00:00:00', '٠٥/١١/٢٠٢٦', ''],
  ])('%j', date => {
    for (const heading of ['Date', 'Appt']) expect(read([date], { heading })).toEqual([])
  })

  test.each(['5/11', '46331'])('%j under a heading for dates', date => {
    expect(read([date])).toEqual([])
    expect(read([date, '5/11/2026'], { heading: 'Appt' })).toEqual([])
  })

  test('with the month first, if a cell proves it', () => {
    expect(read(['11/30/2026', '11/30/2026'], { day: '2026-11-30' })).toEqual([])
  })
})

describe('a date of another day is refused', () => {
  test.each(['Date', 'Appt', 'Slot date', 'Tarikh', ''])('under the heading %j', heading => {
    expect(read(['11/30/2026'], { heading })).toEqual([
      '2 "11/30/2026" is on 30 Nov 2026, not on 5 Nov 2026. Remove the row, or correct its date.',
    ])
  })

  test.each([
    '6 Nov',
    'Fri',
    'Isnin',
    '06/11/2026 09:00',
    'Fri 05/11/2026',
    '2025-11-05',
    '20261106',
  ])('%s', date => {
    expect(read([date])).toHaveLength(1)
  })

  test('before the time', () => {
    expect(read([''], { time: '06/11/2026 9:00' })).toHaveLength(1)
    expect(read(['06/11/2026'], { time: '05/11/2026 9:00' })).toHaveLength(1)
  })
})

describe('a date that cannot be read is refused', () => {
  test.each(['2026-13-40', 'tomorrow', '31/11/2026', '5x Nov', 'x', '5/11/26/1'])('%s', date => {
    expect(read([date, '05/11/2026'])).toEqual([
      `2 "${date}" is not a date such as 05/11/2026. The list is for Thursday, 5 Nov 2026.`,
    ])
  })

  test('in a column of other dates without a heading', () => {
    expect(read(['tomorrow', '05/11/2026'], { heading: '' })).toHaveLength(1)
  })

  test('if it has the month first and another the day first', () => {
    expect(read(['26/11/2026', '11/30/2026', '05/11/2026'])).toEqual([
      '2 "26/11/2026" is on 26 Nov 2026, not on 5 Nov 2026. Remove the row, or correct its date.',
      `3 "11/30/2026" has the month first, but line 2 has the day first. ${LETTERS}`,
      `4 "05/11/2026" is 5 Nov 2026 as in line 2, or 11 May 2026 as in line 3. ${LETTERS}`,
    ])
  })

  test('if only the other reading is the day', () => {
    expect(read(['11/05/2026'])).toEqual([
      `2 "11/05/2026" is 11 May 2026 with the day first, or 5 Nov 2026 with the month first. ${LETTERS}`,
    ])
    expect(read(['05/11/2026', '11/30/2026'])[0]).toBe(
      `2 "05/11/2026" is 11 May 2026 as in line 3, or 5 Nov 2026 with the day first. ${LETTERS}`,
    )
  })
})

test.each([
  ['DOB', ['12/05/1980', '05/11/2001']],
  ['Date of birth', ['12/05/1980']],
  ['Tarikh lahir', ['2025-12-30']],
  ['Umur', ['12/05/1980', '05/11/2001']],
  ['Last visit', ['12/05/2026']],
  ['Booked on', ['01/11/2026']],
  ['Phone', ['012-3456789', '20261234']],
  ['Blood pressure', ['120/80', '5/11']],
  ['IC', ['801205-10-1234']],
  ['Postcode', ['43000']],
  ['Remark', ['see 05/12/2026 letter']],
])('the dates and numbers of the column %s are not the day', (heading, dates) => {
  expect(read(dates, { heading })).toEqual([])
})
