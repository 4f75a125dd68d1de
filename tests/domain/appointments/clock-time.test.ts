import { expect, test } from 'bun:test'
import { formatMinutes, parseClockTime } from '#domain/appointments/appointment-time'

test.each(
  Object.entries({
    '09:05': [
      ...['9:05', ' 09.05 ', '09:05:00.000', '09.05.00', '9:05 Uhr', '0905', '905', '0905 hrs'],
      ...[
        '9.05am',
        '9:05 a.m.',
        '9:05\u202fAM',
        '9:05 PG',
        '0,378472',
        '9：０５',
        '٠٩:٠٥',
        '௯.௦௫ pagi',
      ],
    ],
    '00:00': ['0:00', '12:00 AM'],
    '00:25': ['00.25'],
    '09:00': ['9 am', '.375'],
    '11:45': ['11.45 tengah hari'],
    '12:00': ['0.5'],
    '12:30': ['12:30 PM'],
    '13:15': ['1.15 Tengahari'],
    '14:30': ['1430', '2:30 PM', '02:30 p.m.', '2.30 petang', '2:30 PTG'],
    '20:30': ['8.30 malam'],
    '23:59': ['23:59'],
  }),
)('%s is read', (time, texts) => {
  for (const text of texts) {
    expect([text, formatMinutes(Math.floor((parseClockTime(text) ?? 0) / 60))]).toEqual([
      text,
      time,
    ])
  }
})

test('seconds are kept, and of a part of a day the nearest', () => {
  const times = ['05:48:01', '0.2416782', '23:59:59']
  expect(times.map(parseClockTime)).toEqual([20_881, 20_881, 86_399])
})

test.each([
  ...['', '9', '9:', ':05', '9.3', '9:5', '24:00', '9:60', '9:05:60', '9:05:5', '9.05.26', '-9:05'],
  ...['13:05 PM', '0:30 AM', '14.30 petang', '3.15 tengah hari', '12.30 malam', '5.00 malam'],
  ...['noon', '9:05 xm', '9:05 AM PM', '9:05-9:20', '030', '2460', '09055', '0.25', '0.60'],
  ...['0.999999', '1.5', '46352.378472', '=TIME(9,5,0)', `9:05${' '.repeat(60)}`],
])('no time is %j', text => {
  expect(parseClockTime(text)).toBeNull()
})
