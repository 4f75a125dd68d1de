import { expect, setDefaultTimeout, test } from 'bun:test'
import { getRow, SETTING_KEYS } from '#domain/settings/settings-schema'
import { validateImage } from '../../../server/actions/media.ts'
import { createApp } from '../../../server/app.ts'
import { chunk, createPng, GIF, JPEG, segment, WEBP_EXTENDED } from '../../support/files/images.ts'
import { LARGEST_JSON, repeat } from '../../support/files/largest-json.ts'
import {
  listRouteRequests,
  type RouteRequest,
  toInputs,
} from '../../support/server/request-inputs.ts'
import { type Client, withTestApp } from '../../support/server/test-app.ts'
import { TEN_O_CLOCK } from '../../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ctx = withTestApp()

const BODY_BYTES = 64 * 1024
const LIST_BYTES = 1_000_000
const UPLOAD_BYTES = 10 * 1024 * 1024
/** The test itself copies it, which costs time as well. */
const FORM_BYTES = 2 * 1024 * 1024
/** A text that fits into a body as JSON, where some characters take six bytes. */
const TEXT_BYTES = 10_000
const MEASUREMENTS = 3
/** About 50 ms. */
const MAX_RATIO = 2.5

/** Repeated in a text, each is the worst that some pattern could meet. */
const PARTS = [
  ...['x', ' ', ',', '(', '\n', '0', '#', '{', '<', '\\', ':', '1 ', 'a@', '.', '-', '%', ';', '|'],
  ...['\u0301', '\u200d', '\u0000', '😀', 'linear-gradient(', '#fff 0%, ', 'https://youtu.be/'],
]

/** The thread's own time for JSON that the parser takes longest for: about 20 ms on a small PC. */
function measureParser() {
  const body = LARGEST_JSON['empty objects'](LIST_BYTES)
  return measure(async () => JSON.parse(body))
}

/** In ms; the work of other threads and of other programs does not count. */
async function measure(run: () => Promise<unknown>) {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Less than this is cheap on any machine. */
const CHEAP_MS = 12

/** Compares a request that took long with the parser, so a slow or busy machine changes nothing. */
async function expectCheap(name: string, send: () => Promise<unknown>) {
  const ratios: number[] = []
  while (ratios.length < MEASUREMENTS) {
    const ms = await measure(send)
    if (ms < CHEAP_MS) return
    const ratio = ms / (await measureParser())
    if (ratio < MAX_RATIO) return
    ratios.push(ratio)
  }
  expect({ name, ratios }).toEqual({ name, ratios: [] })
}

type Tokens = { tv: string; kiosk: string; program: string }

async function createTokens(admin: Client): Promise<Tokens> {
  const add = async (name: string, kind?: string) =>
    (await admin.post('/api/tv-devices', { userId: 1, name, kind })).body.token
  const scopes = ['register', 'queue', 'reports', 'notify']
  const { token: program } = (await admin.post('/api/tokens', { name: 'LAB', scopes })).body
  return { tv: await add('Hall'), kiosk: await add('Door', 'kiosk'), program }
}

/** Every route that takes a body; what ends a right comes last. */
function listBodyRoutes({ tv, kiosk, program }: Tokens) {
  const day = TEN_O_CLOCK.slice(0, 10)
  const params: Record<string, string> = { day, language: 'ms', clip: 'room', command: 'reload' }
  const routes = listRouteRequests(createApp(ctx.clinic), {}, name => params[name] ?? '1')
  const hasBody = ({ route }: RouteRequest) => !/^(GET|HEAD) |\/auth\/(logout|display)$/.test(route)
  return routes
    .filter(hasBody)
    .toSorted((a, b) => Number(a.route.startsWith('DELETE')) - Number(b.route.startsWith('DELETE')))
    .map(route => {
      const token = route.route.includes('/kiosk/') ? kiosk : tv
      const { path, method } = route.build({ params: { token }, query: undefined })
      const headers: Record<string, string> = path.startsWith('/api/v1')
        ? { authorization: `Bearer ${program}` }
        : {}
      return { route, path, method, headers }
    })
}

test('the largest JSON of each kind costs every route little', async () => {
  const admin = await ctx.admin()
  const routes = listBodyRoutes(await createTokens(admin))
  expect(routes.length).toBeGreaterThan(50)
  for (const { route, path, method, headers } of routes) {
    const size = path.includes('/appointments/2') ? LIST_BYTES : BODY_BYTES
    for (const [kind, make] of Object.entries(LARGEST_JSON)) {
      const body = make(size)
      const type = { 'content-type': 'application/json' }
      const options = { method, body, headers: { ...headers, ...type } }
      await expectCheap(`${route.route}: ${kind}`, () => admin(path, options))
    }
  }
})

const rows = (row: string) => `Time,Name,Queue,Date,Status\n${repeat(row, LIST_BYTES - 50)}`
const manyRows = (time: string) =>
  `Time,Name\n${Array.from({ length: 1_990 }, (_, n) => `${time},A${n}`).join('\n')}`
/** Text of a list; each is of the largest size, or has the most rows. */
const LISTS: Record<string, string> = {
  ...Object.fromEntries(
    [...PARTS, '"', '\t', '\ufeff', '""'].map(part => [part, repeat(part, LIST_BYTES)]),
  ),
  'many rows': manyRows('9:05'),
  'times with a date': manyRows('27 November 2026 9:05 AM'),
  'times in words': manyRows('Friday the 27 November 2026 at 9:05 to 10:00 am'),
  'rows without an end': rows('9:05,ALI,Blood test,20/11/2026,Booked\n'),
  'long names': rows(`9:05,${'x'.repeat(900)},,,\n`),
  'letters that stand for many': rows(`9:05,${'\ufdfa'.repeat(300)},,,\n`),
  'letters with marks': rows(`9:05,${'e\u0301'.repeat(300)},,,\n`),
  'dates that are none': rows(`9:05,ALI,,${'1/2/3 '.repeat(150)},\n`),
  'times that are none': rows(`${'9:05 '.repeat(180)},ALI,,,\n`),
  'unknown queues': rows(`9:05,ALI,${'Dr. '.repeat(220)},,\n`),
  'quotes in every cell': rows('"9:05","A ""B"" C","","",""\n'),
  'one row of many lines': `Time,Name\n9:05,"${repeat('\n', LIST_BYTES - 50)}"`,
}

test('the largest list of each kind, as text, costs little', async () => {
  const admin = await ctx.admin()
  await admin.post('/api/queues', { name: 'Blood test', roomIds: [] })
  const path = `/api/appointments/${TEN_O_CLOCK.slice(0, 10)}?check=1`
  for (const [kind, body] of Object.entries(LISTS)) {
    const options = { method: 'PUT', body, headers: { 'content-type': 'text/csv' } }
    await expectCheap(JSON.stringify(kind.slice(0, 40)), () => admin(path, options))
  }
})

test('the longest text in any field costs every route little', async () => {
  const admin = await ctx.admin()
  const texts = PARTS.map(part => [part, repeat(part, TEXT_BYTES)] as const)
  for (const { route, path, method, headers } of listBodyRoutes(await createTokens(admin))) {
    for (const input of toInputs(route).filter(({ name }) => name.startsWith('json'))) {
      for (const [part, text] of texts) {
        const name = `${route.route} ${input.name}: ${JSON.stringify(part)}`
        await expectCheap(name, () => admin(path, { method, json: input.put(text).json, headers }))
      }
    }
  }
})

test('the longest value of a setting of any type costs little', async () => {
  const admin = await ctx.admin()
  const keys = [...new Map(SETTING_KEYS.map(key => [getRow(key).type, key])).values()]
  expect(keys.length).toBeGreaterThan(10)
  for (const key of keys) {
    const { category } = getRow(key)
    for (const part of PARTS) {
      const json = { settings: [{ key, category, value: repeat(part, TEXT_BYTES) }] }
      await expectCheap(`${key}: ${JSON.stringify(part)}`, () => admin.put('/api/settings', json))
    }
  }
})

const PART = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
const FORMS = {
  'small parts': [PART, 'multipart/form-data; boundary=b'],
  'nothing but boundaries': ['--b', 'multipart/form-data; boundary=b'],
  'a boundary of dashes': ['-', `multipart/form-data; boundary=${'-'.repeat(60)}`],
  'fields in the address style': ['a&', 'application/x-www-form-urlencoded'],
}

test.each(Object.entries(FORMS))(
  'a form of %s is refused unread',
  async (_, [part = '', type = '']) => {
    const admin = await ctx.admin()
    const body = Buffer.from(repeat(part, FORM_BYTES))
    const options = { method: 'POST', body, headers: { 'content-type': type } }
    expect([400, 413]).toContain((await admin('/api/media/upload', options)).status)
    await expectCheap(type, () => admin('/api/media/upload', options))
  },
)

const PNG = createPng()
const fill = (start: Uint8Array, part: Uint8Array, end: Uint8Array) => {
  const count = Math.floor((UPLOAD_BYTES - start.length - end.length) / part.length)
  return Buffer.concat([start, ...Array.from({ length: count }, () => part), end])
}
const split = (image: Uint8Array, at: number, part: Uint8Array) =>
  fill(image.subarray(0, at), part, image.subarray(at))
const PICTURES: Record<string, () => Uint8Array> = {
  'PNG of a million tiny parts': () => split(PNG, 33, chunk('teXt')),
  'JPEG of a million tiny parts': () => split(JPEG, 2, segment(0xfe)),
  'JPEG of filling bytes': () => split(JPEG, 2, Buffer.of(0xff)),
  'GIF of a million tiny parts': () => split(GIF, 19, Buffer.of(0x21, 0xfe, 1, 65, 0)),
  'WebP of a million tiny parts': () => split(WEBP_EXTENDED, 30, Buffer.from('EXIF\0\0\0\0')),
  'PNG of 40 megapixels': () => createPng({ width: 8_000, height: 5_000 }),
}

test.each(Object.entries(PICTURES))(
  'the largest %s costs the main thread little',
  async (_, make) => {
    const bytes = new Uint8Array(make())
    const isWebp = bytes[0] === WEBP_EXTENDED[0]
    if (isWebp) new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
    await expectCheap('image', () =>
      validateImage({ bytes, name: 'clinic-logo', fileName: 'photo' }),
    )
  },
)
