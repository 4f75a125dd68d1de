import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatMinutes } from '#domain/appointments/appointment-time'
import { HEADINGS } from '#domain/appointments/columns'
import { parseAppointments } from '#domain/appointments/parse-appointments'
import { readAppointments } from '#domain/appointments/read-appointments'
import { fold } from '#domain/fold'

const DAY = '2026-11-26'
const QUEUES = [
  { id: 7, name: 'Dr. Lim' },
  { id: 8, name: 'Blood test' },
]

function readOne({ time = '9:05', name = 'Ali', queue = '' }) {
  const { rows, problems } = readAppointments([{ line: 2, time, name, queue }], QUEUES, DAY)
  return problems[0]?.sentence ?? rows[0]
}

const noTime = (text: string) => `"${text}" is not a time such as 9:05 or 2:30 PM.`

describe('a time is read', () => {
  test.each([
    ...['9.05', '="09:05"', '0.3784', '26/11/2026 09:05', '2026-11-26T09:05:00', '09:05 - 09:20'],
    ...['26.11.2026, 9:05 Uhr', '26 Nov 2026 9.05 pagi', '26-Nov-26  09:05', '11/26/2026 9:05'],
    ...['46352.378472', '9.05-9.20am', '9:05am–9:20am', '0905-0920', '9.05 pagi hingga 9.20 pagi'],
    ...['26/11/2026 09:05 - 26/11/2026 09:20', '２６/１１/２０２６　０９：０５'],
  ])('of %s', time => {
    expect(readOne({ time })).toEqual({ line: 2, time: '09:05', name: 'ALI', queueId: null })
  })

  test.each([
    ...['25:10', '24:00', '13:05 PM', '23:59:40', '=TIME(9,5,0)', '26/11/2026', '9 - 10'],
    ...['9:05 - soon', '31/11/2026 9:05', 'soon 9:05'],
  ])('but not of %j', time => {
    expect(readOne({ time })).toBe(noTime(time))
  })

  test('but not without a time, or with another day', () => {
    expect(readOne({ time: '' })).toBe('The time is empty. Write one such as 9:05.')
    expect(readOne({ time: '2025-11-26 9:05' })).toBe(
      '"2025-11-26 9:05" is on 26 Nov 2025, not on 26 Nov 2026. Remove the row, or correct its date.',
    )
  })
})

describe('a name is read', () => {
  test.each([
    [' ali  bin\nabu ', 'ALI BIN ABU'],
    ['Groß', 'GROSS'],
    ['="Ali ""Boy"""', 'ALI "BOY"'],
    ['- Ali', '- ALI'],
    ['-Ali (VIP)', '-ALI (VIP)'],
    ['Ali\u202e', 'ALI'],
    ['x'.repeat(25), 'X'.repeat(25)],
  ])('of %j', (name, expected) => {
    expect(readOne({ name })).toMatchObject({ name: expected })
  })

  test.each([
    ...['=1+1', '=HYPERLINK("http://x.y","Ali")', '="A"&"li"', '="=1+1"', '+1+1', '-2'],
    ...['@SUM(A1:A2)', '+(1)', '#REF!', '#N/A', '#NAME?'],
  ])('but not of the formula %s', name => {
    expect(readOne({ name })).toMatch(/^This name is a formula: ".*"\. Write the name as text\.$/)
  })

  test.each([
    ['', 'The name is empty. Write one, or remove the row.'],
    ['---', '"---" is not a name: it has no letter.'],
    ['x '.repeat(501), `"${'x '.repeat(20)}…" has more than 1,000 characters.`],
  ])('but not of %j', (name, sentence) => {
    expect(readOne({ name })).toBe(sentence)
  })
})

describe('a queue is read', () => {
  test.each([
    [7, ['Dr. Lim', 'DR.  LIM', 'Doctor Lim', 'dr lim', 'Lim']],
    [8, ['blood test', 'BLOOD-TEST']],
    [null, ['-', '']],
  ])('%p', (queueId, cells) => {
    for (const queue of cells) expect(readOne({ queue })).toMatchObject({ queueId })
  })

  test('but not of another name', () => {
    expect(readOne({ queue: 'Dr. Who' })).toBe(
      '"Dr. Who" is not a queue. Write Dr. Lim, Blood test, or leave it empty.',
    )
  })
})

test('a name may come at two times, but not twice at one', () => {
  const cells = [
    { line: 2, time: '9:05', name: 'Ali', queue: '' },
    { line: 3, time: '9:10', name: 'Ali', queue: '' },
    { line: 5, time: '9.05 pagi', name: 'ALÍ', queue: '-' },
  ]
  const { rows, problems } = readAppointments(cells, QUEUES, DAY)
  expect(rows.map(({ line }) => line)).toEqual([2, 3])
  expect(problems).toEqual([
    {
      line: 5,
      sentence: 'ALI at 09:05 is in line 2 already. Remove one, or make the names differ.',
    },
  ])
})

test.each([
  ['9-9.30am', '09:00'],
  ['11-1pm', '11:00'],
  ['11.30-12.30pm', '11:30'],
  ['2-3pm', '14:00'],
  ['2.30-3.00 petang', '14:30'],
  ['11pm - 1am', '23:00'],
  ['22:00 – 24:00', '22:00'],
])('the range %s starts at %s', (time, start) => {
  expect(readOne({ time })).toMatchObject({ time: start })
})

test('two people whose names are alike once they are cut are two', () => {
  const cells = [
    'MUHAMMAD AMIRUL HAKIM BIN ABDULLAH',
    'MUHAMMAD AMIRUL HAKIM BIN ABDUL RAHMAN',
  ].map((name, index) => ({ line: index + 2, time: '9:05', name, queue: '' }))
  const { rows, problems } = readAppointments(cells, QUEUES, DAY)
  expect(problems).toEqual([])
  expect(rows.map(({ name }) => name)).toEqual(Array(2).fill('MUHAMMAD AMIRUL HAKIM BIN'))
})

const toClock12 = (minutes: number, am: string, pm: string) =>
  `${Math.floor(minutes / 60) % 12 || 12}:${formatMinutes(minutes).slice(3)} ${minutes < 720 ? am : pm}`

const TIME_FORMS: ((minutes: number) => string)[] = [
  formatMinutes,
  minutes => formatMinutes(minutes).replace(':', '.'),
  minutes => formatMinutes(minutes).replace(':', ''),
  minutes => `${formatMinutes(minutes)}:00`,
  minutes => `26/11/2026 ${formatMinutes(minutes)}`,
  minutes => toClock12(minutes, 'AM', 'PM'),
  minutes => toClock12(minutes, 'pagi', 'petang'),
  minutes => (minutes / 1440).toFixed(6),
  minutes => `="${formatMinutes(minutes)}"`,
]

const APPOINTMENT = fc.record({
  minutes: fc.integer({ min: 0, max: 1439 }),
  form: fc.constantFrom(...TIME_FORMS),
  name: fc.string({
    unit: fc.constantFrom(...'ABCÜ陈;,"\n\t '),
    minLength: 1,
    maxLength: 20,
  }),
  queue: fc.constantFrom(null, ...QUEUES),
})
const LIST = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  appointments: fc.uniqueArray(APPOINTMENT, { selector: one => one.minutes, minLength: 1 }),
})

/** No time is asked about, because the clinic is open at night. */
const ALWAYS_OPEN = { opensAt: '00:00', closesAt: '24:00' }

test('what is written in any form, with any separator and quotes, is read', () => {
  fc.assert(
    fc.property(LIST, ({ separator, end, appointments }) => {
      const lines = appointments.map(({ minutes, form, name, queue }) =>
        [form(minutes), `Dr ${name}`, queue?.name ?? '']
          .map(cell => `"${cell.replaceAll('"', '""')}"`)
          .join(separator),
      )
      const text = [['Masa', 'Nama', 'Giliran'].join(separator), ...lines].join(end)
      expect(parseAppointments(text, QUEUES, DAY, ALWAYS_OPEN)).toMatchObject({
        problems: [],
        rows: appointments.map(({ minutes, name, queue }) => ({
          time: formatMinutes(minutes),
          name: `DR ${name}`.replace(/\s+/g, ' ').trim(),
          queueId: queue?.id ?? null,
        })),
      })
    }),
    { numRuns: 1_000 },
  )
})

test('a heading names one column only', () => {
  const all = Object.values(HEADINGS).flatMap(headings => headings.map(one => fold(one.trim())))
  expect(all.filter((heading, at) => all.indexOf(heading) !== at)).toEqual([])
})

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
