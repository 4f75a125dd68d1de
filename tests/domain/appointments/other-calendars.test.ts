import { expect, test } from 'bun:test'
import { parseAppointments } from '#domain/appointments/parse-appointments'

/** A Friday. */
const DAY = '2026-11-27'

function read(lines: string[]) {
  const list = parseAppointments(lines.join('\n'), [], DAY)
  if ('problem' in list) return { problem: list.problem }
  return {
    rows: list.rows.map(({ time, name }) => `${time} ${name}`),
    lines: list.problems.map(({ line }) => line),
  }
}

test.each([
  ['a title with a date', ['Appointments for 28 November 2026,', 'Time,Name']],
  ['a title with a date of its own cell', ['Clinic,Lim', 'Date,28/11/2026', 'Time,Name']],
  ['a title in Malay', ['Senarai temujanji 28hb Nov 2026,', 'Masa,Nama']],
  ['a title in Chinese', ['2026年11月28日,', 'Time,Name']],
  ['a title with the month first', ['November 28, 2026,', 'Time,Name']],
  ['a title that is a weekday', ['Saturday,', 'Time,Name']],
  ['a heading that is a date', ['Time,28/11/2026']],
  ['a heading that is a weekday', ['Masa,Khamis']],
])('%s of another day refuses the list', (_, lines) => {
  expect(read([...lines, '9:00,ALI', '9:15,ABU']).lines).toHaveLength(1)
})

test.each([
  ['a title with this day', ['Friday 27 November 2026,', 'Time,Name']],
  ['a title with this day and another', ['List of 27/11/2026, printed 26/11/2026', 'Time,Name']],
  ['a title with the day on which it was printed', ['Printed on 26/11/2026 17:05,', 'Time,Name']],
  ['a title without a date', ['Klinik 24 Jam Sdn Bhd,03-1234 5678', 'Time,Name']],
  ['a title with an old date', ['Klinik A,since 01/01/2010', 'Time,Name']],
  ['a heading that is this weekday', ['Time,Friday']],
])('%s leaves the list as it is', (_, lines) => {
  expect(read([...lines, '9:00,ALI', '9:15,ABU'])).toMatchObject({
    rows: ['09:00 ALI', '09:15 ABU'],
    lines: [],
  })
})

test('the date of each row is surer than a title', () => {
  const lines = ['Week 23/11/2026 - 29/11/2026,,', 'Date,Time,Name', '27/11/2026,9:00,ALI']
  expect(read(lines)).toMatchObject({ rows: ['09:00 ALI'], lines: [] })
})

test.each([
  ['When', '28th November 2026'],
  ['When', '28hb November 2026'],
  ['日期', '2026年11月28日 星期六'],
  ['日期', '11月28日'],
  ['Appt. date (M)', '28/11'],
  ['Date of visit', 'the 28th'],
  ['Visit', '28.11.2026 (Sa)'],
])('a column %s with %s is a date column', (heading, date) => {
  expect(read([`Time,Name,${heading}`, `9:00,ALI,${date}`])).toMatchObject({ rows: [], lines: [2] })
})

test('a row without a date has the date above it, as in merged cells', () => {
  const lines = [
    'Date,Time,Name',
    '27/11/2026,9:00,ALI',
    ',9:15,ABU',
    '28/11/2026,9:00,LIM',
    ',9:15,TAN',
  ]
  expect(read(lines)).toMatchObject({ rows: ['09:00 ALI', '09:15 ABU'], lines: [4, 5] })
})

test.each(['AM/PM', ''])('AM and PM in a column %j belong to the time', heading => {
  const lines = [`Time,${heading},Name`, '2:30,PM,ALI', '9:00,am,ABU', '10:00,,LIM']
  expect(read(lines).rows).toEqual(['14:30 ALI', '09:00 ABU', '10:00 LIM'])
})

test('a name in two columns is not cut', () => {
  const refused = { problem: expect.stringContaining('has the name in "Name" and "Surname"') }
  expect(read(['Time,Name,Surname', '9:00,Mei Ling,Tan'])).toEqual(refused)
  expect(read(['Time,Name,Surname', '9:00,Tan Mei Ling,Tan']).rows).toEqual(['09:00 TAN MEI LING'])
  expect(read(['Time,Name,Surname', '9:00,Tan Mei Ling,']).rows).toEqual(['09:00 TAN MEI LING'])
})

test.each(['ALI - CANCELLED', 'Cancelled - ALI', 'CANCELLED', 'ALI - no show', 'Batal'])(
  'the name %j is left out',
  name => {
    expect(read(['Time,Name', `9:00,${name}`, '9:15,ABU']).rows).toEqual(['09:15 ABU'])
  },
)

test.each(['BATALLA', 'SEENA', 'SIAPNO - LIM', 'ANN-MARIE'])('the name %s is expected', name => {
  expect(read(['Time,Name', `9:00,${name}`]).rows).toEqual([`09:00 ${name}`])
})
