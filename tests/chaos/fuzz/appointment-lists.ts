import { PATIENT_FIELDS } from '#domain/patients/patient-fields'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { hostileFile, hostileText, largestJson, NAME_MARK } from './hostile-values.ts'

type List = { type: string; body: string | Uint8Array<ArrayBuffer> }

const HEADINGS = ['Time,Name,Queue', 'Masa;Nama;Doktor', 'time\tname\tqueue', 'Name,Time']
const TIMES = ['9:05', '14:30', '2:30 PM', '0.5', '23:59', '26:61', '', '9:05:00', '١٢:٠٠']
const MAX_ROWS = 12
const MOST_ROWS = 1_000
const MAX_BYTES = 1_000_000

/** The largest files of each kind repeat one of these. */
const LARGEST_PARTS = [
  ',',
  '\n',
  '"',
  '\t',
  '|',
  ';',
  'x',
  '\0',
  '\ufeff',
  '9:05,',
  '1/2/2026 ',
  '""',
  '\u0301',
]

/** A day's list as programs and reception send it: JSON, CSV, UTF-16, or what is none at all. */
export function createList(random: SeededRandom, isValid: boolean, queues: string[]): List {
  const text = createText(random, isValid, queues)
  const utf16 = (order: string) => ({
    type: `text/csv; charset=${order}`,
    body: toUtf16(text, order),
  })
  const json = createJson(random, isValid, queues)
  return random.oneOf<() => List>(
    ...[() => json, () => json, () => ({ type: 'text/csv', body: text })],
    ...[() => utf16('utf-16le'), () => utf16('utf-16be')],
    ...(isValid
      ? []
      : [
          () => ({ type: 'text/csv', body: createRubbish(random) }),
          () => ({ type: 'application/json', body: largestJson(random, MAX_BYTES) }),
        ]),
  )()
}

function createJson(random: SeededRandom, isValid: boolean, queues: string[]): List {
  const rows = createRows(random, isValid).map(({ time, name }) => ({
    time,
    name,
    ...(random.happens(0.5) ? { queueId: Number(random.oneOf('0', ...queues)) || null } : {}),
  }))
  return { type: 'application/json', body: JSON.stringify(rows) }
}

function createText(random: SeededRandom, isValid: boolean, queues: string[]) {
  const heading = random.oneOf(...HEADINGS)
  const separator = /[,;\t]/.exec(heading)?.[0] ?? ','
  const isNameFirst = heading.startsWith('Name')
  const lines = createRows(random, isValid).map(({ time, name }) => {
    const queue = isValid ? '' : random.oneOf('', 'General', hostileText(random), ...queues)
    return (isNameFirst ? [name, time] : [time, name, queue]).map(quote).join(separator)
  })
  return [heading, ...lines].join(random.oneOf('\n', '\r\n'))
}

/** Every row but those of a hostile list can be read; each name has the mark. */
function createRows(random: SeededRandom, isValid: boolean) {
  const few = Math.ceil(random.between(0, MAX_ROWS))
  const count = random.happens(0.05) ? MOST_ROWS + Number(!isValid) : few
  return Array.from({ length: count }, (_, n) => ({
    time: isValid ? `${8 + (n % 12)}:${random.oneOf('00', '05', '59')}` : random.oneOf(...TIMES),
    name: `${NAME_MARK} ${isValid ? `A${n}` : hostileText(random).slice(0, PATIENT_FIELDS.name.max * 2)}`,
  }))
}

function quote(cell: string) {
  return /[,;\t"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function toUtf16(text: string, order: string) {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(order === 'utf-16be' ? bytes.swap16() : bytes)
}

function createRubbish(random: SeededRandom) {
  const size = Math.floor(random.between(0, 3_000))
  const noise = Uint8Array.from({ length: size }, () => Math.floor(random.next() * 256))
  const part = Buffer.from(random.oneOf(...LARGEST_PARTS))
  const large = Buffer.alloc(MAX_BYTES + Number(random.happens(0.5)), part)
  return random.oneOf(noise, noise, new Uint8Array(hostileFile(random)), new Uint8Array(large))
}
