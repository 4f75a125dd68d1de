import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseAppointments } from '#domain/appointments/parse-appointments'
import type { NamedQueue } from '#domain/appointments/read-appointments'
import { decodeTable } from '#domain/tables/decode-table'

const DAY = '2026-11-26'
const QUEUES: NamedQueue[] = [
  { id: 1, name: 'Dr. Lim' },
  { id: 2, name: 'Ujian darah' },
]

function parse(file: Uint8Array | string, queues: NamedQueue[] = QUEUES) {
  return parseAppointments(typeof file === 'string' ? file : decodeTable(file), queues, DAY)
}

function getList(file: Uint8Array | string, queues?: NamedQueue[]) {
  const list = parse(file, queues)
  if ('problem' in list) throw new Error(list.problem)
  return list
}

const toBytes = (text: string, encoding: BufferEncoding) =>
  Uint8Array.from(Buffer.from(text, encoding))

const GERMAN = toBytes(
  [
    'Termine Praxis Dr. M\xfcller;;;',
    'Nr.;Uhrzeit;Name;Arzt',
    '1;08:30;M\xfcller, J\xf6rg;Dr. Lim',
    '2;09:05:00;Gro\xdfmann;',
    '3;14:30 Uhr;"Wei\xdf; Anna";dr. lim',
    ';;;',
    '',
  ].join('\r\n'),
  'latin1',
)

const MALAY = toBytes(
  '\uFEFFBil,Masa,Nama Pesakit,Perkhidmatan,Catatan\r\n' +
    '1,8.30 pagi,Siti Nurhaliza binti Ali,Ujian Darah,puasa\r\n' +
    '2,12.15 tengah hari,"Lim, Mei Ling",Dr. Lim,\r\n' +
    '3,2:30 PTG,Muthu a/l Raman,,"kerusi\nroda"\r\n' +
    '4,8.30 malam,陈美玲,,\r\n',
  'utf8',
)

const UNICODE_TEXT = toBytes(
  '\uFEFFTime\tPatient\tDoctor\r\n9:05:00\tAli "Boy" Ahmad\tDr. Lim\r\n9:20:00\t"Tan\nMei"\t\r\n10:00:00\tகமலா\t\r\n',
  'utf16le',
)

const BELOW_A_TITLE = `Klinik Sejahtera\tAppointments 26/11/2026\t\t

Phone:\t03-1234 5678
Masa / Time\tNama / Name\tStatus
26/11/2026 09:05\tAli\tconfirmed
26/11/2026 09:10\tAbu\t
`

const EXCEL_SEP =
  'sep=;\r\n"Appointment time";"Full name"\r\n"0905";"=""007 Bond"""\r\n905;Moneypenny\r\n'

describe('a list is read', () => {
  test.each<[name: string, file: Uint8Array | string, rows: string[]]>([
    [
      'of a German Excel in Windows-1252',
      GERMAN,
      ['3 08:30 MÜLLER, JÖRG 1', '4 09:05 GROSSMANN null', '5 14:30 WEISS; ANNA 1'],
    ],
    [
      'of a Malay Excel in UTF-8',
      MALAY,
      [
        ...['2 08:30 SITI NURHALIZA BINTI ALI 2', '3 12:15 LIM, MEI LING 1'],
        ...['4 14:30 MUTHU A/L RAMAN null', '6 20:30 陈美玲 null'],
      ],
    ],
    [
      "as Excel's Unicode text",
      UNICODE_TEXT,
      ['2 09:05 ALI "BOY" AHMAD 1', '3 09:20 TAN MEI null', '5 10:00 கமலா null'],
    ],
    ['pasted below a title', BELOW_A_TITLE, ['5 09:05 ALI null', '6 09:10 ABU null']],
    [
      'of an Excel that names its separator',
      EXCEL_SEP,
      ['3 09:05 007 BOND null', '4 09:05 MONEYPENNY null'],
    ],
    [
      "with old Macs' lines",
      'Name,Time\rAli,9:05\r\rAbu,9:10',
      ['2 09:05 ALI null', '4 09:10 ABU null'],
    ],
  ])('%s', (_, file, rows) => {
    const list = getList(file)
    expect(list.problems).toEqual([])
    const read = list.rows.map(row => `${row.line} ${row.time} ${row.name} ${row.queueId}`)
    expect(read).toEqual(rows)
  })

  test('of 1,000 lines, and not of 1,001', () => {
    const toList = (count: number) =>
      `Time,Name\n${Array.from({ length: count }, (_, at) => `9:05,Patient ${at}\n\n`).join('')},,,`
    expect(getList(toList(1_000)).rows).toHaveLength(1_000)
    expect(parse(toList(1_001))).toEqual({
      problem: 'The list has 1,001 appointments, but at most 1,000 are possible.',
    })
  })

  test('with its headings', () => {
    expect(getList(MALAY).columns).toMatchObject({
      time: 'Masa',
      name: 'Nama Pesakit',
      queue: 'Perkhidmatan',
    })
    expect(getList(UNICODE_TEXT).columns.queue).toBe('Doctor')
    expect(getList(BELOW_A_TITLE).columns).toEqual({
      ...{ time: 'Masa / Time', name: 'Nama / Name', queue: null },
      ...{ dates: [], statuses: ['Status'] },
    })
  })

  test('by a clinic without queues, whatever it says of them', () => {
    const list = getList('Time,Name,Doctor,Service\n9:05,Ali,Dr. Nobody,X-ray', [])
    expect(list).toMatchObject({
      columns: { time: 'Time', name: 'Name', queue: null },
      rows: [{ line: 2, time: '09:05', name: 'ALI', queueId: null }],
      problems: [],
    })
  })
})

describe('a list is refused as a whole', () => {
  const NO_HEADING =
    'The list has no heading with a column for the time (Time or Masa) and one for the name (Name or Nama).'

  test.each([
    ['without anything', ' \r\n\t', 'The list is empty.'],
    ['of other things without a heading', '1,Ali\n2,Abu', NO_HEADING],
    ['without a heading, with two names', '9:05,Ali,Mei\n9:10,Abu,Siti', NO_HEADING],
    ['without a heading, with two times', '9:05,9:20,Ali\n9:10,9:25,Abu', NO_HEADING],
    ['with a heading of one column', 'Time,Phone\n9:05,1', NO_HEADING],
    ['that is a page', '<html><body>Error</body></html>', NO_HEADING],
    ['with names of objects as headings', '__proto__,constructor,toString\n5,Ali,x', NO_HEADING],
    [
      'without a name',
      'Masa,Doktor\n9:05,Dr. Lim',
      'Line 1, the heading, has no column for the name (Name or Nama).',
    ],
    [
      'without a time',
      'List\nName,Doctor\nAli,Dr. Lim',
      'Line 2, the heading, has no column for the time (Time or Masa).',
    ],
    [
      'with a heading twice',
      'Time,Name,Slot\n9:05,Ali,9:10',
      'Line 1, the heading, has 2 columns for the time (Time or Masa): "Time" and "Slot". Keep one of them.',
    ],
    [
      'with two columns for the queue',
      'Time,Name,Doctor,Service\n9:05,Ali,Dr. Lim,Ujian darah',
      'Line 1, the heading, has 2 columns for the queue (Queue or Doctor): "Doctor" and "Service". Keep one of them.',
    ],
    [
      'with a heading whose quote does not end',
      '"Time,Name\n9:05,Ali',
      'Line 1: A quote (") opens here and does not end with its cell. Remove it, or close it.',
    ],
  ])('%s', (_, text, problem) => {
    expect(parse(text)).toEqual({ problem })
  })
})

test('a name that a comma cuts is named, and empty cells at the end are not', () => {
  const { rows, problems } = getList(
    'Time,Name\n9:05,TAN, AH KOW\n9:10,"LIM, MEI LING"\n9:15,ALI,,\n',
  )
  expect(rows.map(({ name }) => name)).toEqual(['LIM, MEI LING', 'ALI'])
  const sentence =
    '"AH KOW" has no column heading. If it belongs to the cell before, put both in quotes.'
  expect(problems).toEqual([{ line: 2, sentence }])
})

describe('a list without a known heading is read by its cells', () => {
  test.each([
    ['no heading', '9:05,Ali\n9:10,Abu', 1, 'column 1'],
    ['no heading and tabs', '9:05\tAli\n9:10\tAbu', 1, 'column 1'],
    ['no heading and bars', '9:05 | Ali\n9:10 | Abu', 1, 'column 1'],
    ['another language', 'Hora;Paciente\n9:05;Ali\n9:10;Abu', 2, 'Hora'],
    ['numbers, queues and dates', '1,26/11/2026,Dr Lim,9:05,Ali\n2,,,9:10,Abu', 1, 'column 4'],
    ['a date and time in one', 'Date,Name\n26/11/2026 9:05,Ali\n26/11/2026 9:10,Abu', 2, 'Date'],
  ])('%s', (_, text, line, time) => {
    const { rows, problems, columns } = getList(text)
    expect(problems).toEqual([])
    expect(rows).toMatchObject([
      { line, time: '09:05', name: 'ALI' },
      { line: line + 1, time: '09:10', name: 'ABU' },
    ])
    expect(columns.time).toBe(time)
  })
})

describe('the queue is known by its values', () => {
  const QUEUE_LISTS = [
    ['under any heading', 'Time,Name,Provider\n9:00,Ali,DR. LIM\n9:10,Mei,ujian darah'],
    ['under no heading', 'Time,Name,\n9:00,Ali,DR. LIM\n9:10,Mei,ujian darah'],
    ['beside an empty one', 'Time,Name,Service,Who\n9:00,Ali,,Dr Lim\n9:10,Mei,,UJIAN-DARAH'],
    [
      'beside another one',
      'Time,Name,Clinic,Dr.\n9:00,Ali,Sejahtera,Lim\n9:10,Mei,Sejahtera,Ujian darah',
    ],
    ['with other titles', 'Time,Name,Seen by\n9:00,Ali,Doktor  Lim\n9:10,Mei,"ujian, darah"'],
  ]
  test.each(QUEUE_LISTS)('%s', (_, text) => {
    const { rows, problems } = getList(text)
    expect(problems).toEqual([])
    expect(rows.map(({ queueId }) => queueId)).toEqual([1, 2])
  })

  test('but not if two queues have the same name without signs', () => {
    const queues = [
      { id: 1, name: 'Dr. Lim' },
      { id: 2, name: 'Lim' },
    ]
    const { rows, problems } = getList(
      'Time,Name,Doctor\n9:00,A,dr lim\n9:10,B,lim\n9:20,C,Doctor Lim',
      queues,
    )
    expect(rows.map(({ queueId }) => queueId)).toEqual([1, 2])
    expect(problems).toMatchObject([{ line: 4 }])
  })

  test('a doctor without a queue among others is a problem, and a remark is not', () => {
    const text = 'Time,Name,Provider\n9:00,A,Dr Lim\n9:10,B,Dr Who'
    expect(getList(text).problems).toMatchObject([{ line: 3 }])
    const remarks = 'Time,Name,Remark\n9:00,A,Dr Lim\n9:10,B,fasting\n9:20,C,wheelchair'
    expect(getList(remarks)).toMatchObject({ problems: [], rows: [{ queueId: null }, {}, {}] })
  })
})

describe('rows that are not appointments are left out and counted', () => {
  test.each([
    ['cancelled', ['CANCELLED', 'Canceled by patient', 'Dibatalkan', 'Pt cancelled', 'CXL']],
    ['no-show', ['No-Show', 'Tidak hadir', 'did not attend', 'Not coming']],
    ['rescheduled', ['Re-scheduled', 'ditangguhkan']],
    ['done', ['Completed', 'checked_out', 'Selesai', 'Seen']],
  ] as const)('%s: %j', (reason, statuses) => {
    for (const status of statuses) {
      for (const heading of ['Status', 'Keadaan']) {
        const text = `Time,Name,${heading}\n9:00,A,Booked\n9:10,B,${status}\n9:20,C,Arrived`
        expect(getList(text)).toMatchObject({
          rows: [{ name: 'A' }, { name: 'C' }],
          skipped: [{ reason, count: 1 }],
        })
      }
    }
  })

  test.each(['Moved to 30/11', 'Left without being seen'])('with more words: %s', status => {
    const list = getList(`Time,Name,Status\n9:00,A,${status}`)
    expect(list).toMatchObject({ rows: [], skipped: [{ count: 1 }] })
  })

  test.each(['Booked', 'Confirmed', 'Arrived', 'Disahkan', 'Pending cancellation', 'x', ''])(
    'but not with the status %j',
    status => {
      const list = getList(`Time,Name,Status\n9:00,A,${status}`)
      expect([list.rows.length, list.skipped]).toEqual([1, []])
    },
  )

  test('by a tick under Cancelled and by a remark, but not by a payment', () => {
    const list = getList(
      'Time,Name,Cancelled?,Remarks,Payment\n9:00,A,Yes,,Completed\n9:10,B,No,CANCELLED,Completed\n9:20,C,No,cancelled last time,Completed\n9:30,D (Batal),No,,Completed',
    )
    expect(list.skipped).toEqual([{ reason: 'cancelled', count: 3 }])
    expect(list.rows.map(({ name }) => name)).toEqual(['C'])
  })

  test('whatever else is wrong with them', () => {
    const list = getList('Date,Time,Name,Status\n27/11/2026,x,A,Batal\n26/11/2026,9:00,B,')
    expect(list).toMatchObject({ problems: [], rows: [{ name: 'B' }] })
  })

  test('free slots, totals and headings again', () => {
    const list = getList(
      'Time,Name\n9:00,A\n9:10,\n9:20,-\n13:00,LUNCH\nTime,Name\n14:00,TOTAL MALIK\nTotal,2\n,Jumlah: 2 pesakit\nPage 1 of 2,\n',
    )
    expect(list.rows.map(({ name }) => name)).toEqual(['A', 'TOTAL MALIK'])
    expect(list.problems).toEqual([])
    expect(list.skipped).toEqual([
      { reason: 'free', count: 3 },
      { reason: 'heading', count: 1 },
      { reason: 'total', count: 3 },
    ])
  })

  test('a name without a time is still a problem', () => {
    expect(getList('Time,Name\n,Siti').problems).toMatchObject([{ line: 2 }])
  })
})

test('the same name and time with two doctors are two appointments, and a list may have nobody', () => {
  const text =
    'Time,Name,Doctor\n9:00,Ali,Dr. Lim\n9:00,Ali,Ujian darah\n9:00,Ali,\n9:00,ali,dr lim'
  const { rows, problems } = getList(text)
  expect(rows.map(({ queueId }) => queueId)).toEqual([1, 2, null])
  expect(problems).toMatchObject([{ line: 5 }])
  expect(getList('Time,Name\n\n,,')).toMatchObject({ rows: [], problems: [] })
})

test('a quote that never ends takes no other row with it', () => {
  const { rows, problems } = getList('Time,Name\n9:05,Ali\nx,Siti\n9:10,"Abu\n9:15,Muthu\n')
  expect(rows.map(({ name }) => name)).toEqual(['ALI'])
  expect(problems).toEqual([
    { line: 3, sentence: '"x" is not a time such as 9:05 or 2:30 PM.' },
    {
      line: 4,
      sentence: 'A quote (") opens here and does not end with its cell. Remove it, or close it.',
    },
  ])
})

test('a quote that the next row closes does not take that row into the name', () => {
  expect(getList('Time,Name\n9:05,"Ali\n9:10,Abu"\n9:15,Siti')).toMatchObject({
    rows: [{ line: 4, name: 'SITI' }],
    problems: [
      {
        line: 2,
        sentence: 'This name continues in the next row: "Ali 9:10,Abu". Check its quotes.',
      },
    ],
  })
})

const TOKENS = [
  ...['Time', 'Name', 'Date', 'Status', 'Doctor', '9:05', '9-9.30am', '26/11/2026', '11/30/2026'],
  ...['Ali', 'Dr Lim', 'cancelled', 'Total', 'x', '', ' ', '"', '\n', '\r\n', ',', ';', '\t', '|'],
  ...['\0', '\uFEFF', '\u0301', 'கௌ', '😀', '\ud83d', '=', '46352', '٩:٠٥', 'Thu'],
]

test('any text is read or refused, and each row is an appointment of the list', () => {
  const text = fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map(all => all.join(''))
  fc.assert(
    fc.property(text, list => {
      const read = parseAppointments(list, QUEUES, DAY)
      if ('problem' in read) return expect(read.problem).toMatch(/\.$/)
      const lines = [...read.rows, ...read.problems].map(({ line }) => line)
      expect(new Set(lines).size).toBe(lines.length)
      for (const { time, name } of read.rows) {
        expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
        expect(name).not.toBe('')
      }
    }),
    { numRuns: 2_000 },
  )
})
