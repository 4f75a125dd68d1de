import { expect, test } from 'bun:test'
import { parseAppointments } from '#domain/appointments/parse-appointments'
import { readAppointments } from '#domain/appointments/read-appointments'

type Hours = [opensAt: string, closesAt: string] | null

function read(times: string[], hours: Hours) {
  const text = `Time,Name\n${times.map((time, at) => `${time},A${at}`).join('\n')}`
  const [opensAt, closesAt] = hours ?? [null, null]
  const list = parseAppointments(text, [], '2026-11-26', { opensAt, closesAt })
  if ('problem' in list) throw new Error(list.problem)
  return list.problems
}

test.each<[string, string[], Hours]>([
  ['while the clinic is closed', ['2:30'], ['08:00', '17:00']],
  ['after a time of the day', ['12:30', '2:30'], null],
  ['in a list of the morning and the afternoon', ['9:00', '14:00', '2:30'], null],
])('a time at night is asked about %s', (_, times, hours) => {
  const sentence = '02:30 is at night. Write 14:30 for the afternoon, or 2:30 AM.'
  expect(read(times, hours)).toEqual([{ line: times.length + 1, sentence }])
})

test.each<[string, string[], Hours]>([
  ['with its half of the day', ['9:00', '2:30 AM', '2.30 pagi'], ['08:00', '17:00']],
  ['while the clinic is open', ['9:00', '1:30'], ['18:00', '02:00']],
  ['if the afternoon is closed, too', ['2:30'], ['18:00', '02:00']],
  ['in the early morning', ['7:00', '6:30'], ['07:30', '17:00']],
  ['before all others', ['2:30', '9:00'], null],
  ['in a list with an evening', ['9:00', '20:00', '2:30'], null],
  ['of Excel', ['9:00', '0.104167'], ['08:00', '17:00']],
])('a time at night is not asked about %s', (_, times, hours) => {
  expect(read(times, hours)).toEqual([])
})

test('the times of a program have 24 hours, so that it is never asked', () => {
  const cells = ['09:00', '02:30'].map((time, line) => ({
    line,
    time,
    name: `A${line}`,
    queue: '',
  }))
  const { rows, problems } = readAppointments(cells, [], '2026-11-20', null)
  expect([rows.map(({ time }) => time), problems]).toEqual([['09:00', '02:30'], []])
})
