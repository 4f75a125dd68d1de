import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { sql } from 'drizzle-orm'
import { createApp } from '../../server/app.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { createAuthenticator } from '../../server/http/live.ts'
import { MAX_WAIT_MS } from '../../server/security/login-throttle.ts'
import { JPEG } from '../support/files/images.ts'
import { listRequestInputs, type RequestInput } from '../support/server/request-inputs.ts'
import { type Client, createClient, createSignedInClient } from '../support/server/test-app.ts'
import { ADMIN, createTestClinic } from '../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../..')

/** Sent to each input, with a number in front, so that each name is unique. */
const PAYLOADS = [
  `'`,
  `'--`,
  `"`,
  `' OR '1'='1`,
  `' OR 1=1--`,
  `" OR ""="`,
  `); DROP TABLE users;--`,
  `'); DELETE FROM patients;--`,
  `' UNION SELECT password_hash FROM users--`,
  `'||(SELECT password_hash FROM users LIMIT 1)||'`,
  `' AND randomblob(500000000) AND '1'='1`,
  `; ATTACH DATABASE 'evil.db' AS evil;--`,
  `\\'; UPDATE users SET role='admin';--`,
  `%27%20OR%201%3D1`,
  `?1 :name @name $1`,
]

const GOOD = {
  'PUT /api/settings json': {
    settings: [{ key: 'clinicName', value: 'Clinic', category: 'display' }],
  },
  'POST /api/media json': { type: 'video', url: 'https://films.example/film.mp4', name: 'Film' },
  'POST /api/media/upload form': { file: new File([JPEG], 'photo.jpg'), name: 'Photo' },
  'POST /api/patients json': {
    name: 'ALI',
    number: 1,
    isPriority: true,
    priorityReason: 'elderly',
  },
  // No phone number: this clinic asks for none.
  'PATCH /api/patients/:id json': { name: 'ALI', isPriority: true, priorityReason: 'elderly' },
}

/** How many of them are short enough for a patient's name. */
const SHORT_ONES = 6

/** Inputs that are saved and returned unchanged. A new route that saves text belongs here. */
const SAVING_INPUTS = [
  'POST /api/patients json name',
  'POST /api/patients json priorityReason',
  'PATCH /api/patients/:id json name',
  'PATCH /api/patients/:id json priorityReason',
  'POST /api/windows json name',
  'PUT /api/windows/:id json name',
  'POST /api/tv-devices json name',
  'PUT /api/tv-devices/:id json name',
  'POST /api/users json username',
  'POST /api/media json name',
  'POST /api/media/upload form name',
  'PUT /api/settings json settings.0.value',
]

const ctx = await createTestClinic()
const app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
const inputs = listRequestInputs(app, GOOD, goodParam)
const routes = [...new Set(inputs.map(({ route }) => route))]
let token = ''

beforeAll(async () => {
  const admin = await createSignedInClient(app, ADMIN)
  const tv = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  token = tv.body.token
  await admin.post('/api/patients', { name: 'ALI' })
})
afterAll(() => ctx.close())

function goodParam(name: string, method: string) {
  if (name === 'token') return token
  return method === 'DELETE' ? '999999' : '2'
}

const rows = (statement: string) => ctx.database.read(db => db.all(sql.raw(statement)))

/** What no input may change: the tables, the permissions, and the number of rows. */
async function state() {
  const tables = await rows(
    `select name, sql from sqlite_master where type = 'table' order by name`,
  )
  const people = await rows(
    'select username, role, password_hash from users where id in (1, 2) order by id',
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables as { name: string }[]) {
    const [row] = (await rows(`select count(*) as n from "${name}"`)) as { n: number }[]
    if (!/session/.test(name)) counts[name] = row?.n ?? 0
  }
  return { tables, people, counts, check: await rows('pragma quick_check') }
}

let count = 0

/** Sends each payload to this input. Returns how many were accepted and returned unchanged. */
async function attack(input: RequestInput, client: Client) {
  let saved = 0
  for (const payload of PAYLOADS) {
    ctx.clock.advance(MAX_WAIT_MS)
    const text = `${++count}${payload}`
    const { path, ...options } = input.put(text)
    const response = await client(path, options)
    const body = JSON.stringify(response.body)
    const isSafe = response.status < 500 && !body.includes('argon2')
    const about = { route: input.route, name: input.name, text, status: response.status }
    expect({ ...about, isSafe }).toEqual({ ...about, isSafe: true })
    if (response.status < 300 && body.includes(JSON.stringify(text).slice(1, -1))) saved++
  }
  return saved
}

test('every route is tested, and those that save text are among them', () => {
  expect(routes.length).toBeGreaterThan(40)
  const known = SAVING_INPUTS.filter(place => routes.some(route => place.startsWith(`${route} `)))
  expect(known).toEqual(SAVING_INPUTS)
})

test.each(routes)(
  'every input of %s saves SQL as text or rejects it, and no table changes',
  async route => {
    const before = await state()
    ctx.clock.advance(MAX_WAIT_MS)
    const client = await createSignedInClient(app, ADMIN)
    const saved: string[] = []
    for (const input of inputs.filter(one => one.route === route)) {
      if ((await attack(input, client)) >= SHORT_ONES) saved.push(`${route} ${input.name}`)
    }
    expect(saved.toSorted()).toEqual(
      SAVING_INPUTS.filter(place => place.startsWith(`${route} `)).toSorted(),
    )
    const { counts, ...after } = await state()
    const { counts: countsBefore, ...unchanged } = before
    expect(after).toEqual({ ...unchanged, check: [{ quick_check: 'ok' }] })
    const missing = Object.entries(countsBefore).filter(([table, n]) => (counts[table] ?? 0) < n)
    expect(missing).toEqual([])
  },
)

test('routes read their input through forms only', async () => {
  // A key is bound to a hash of the body, and bytes are checked before they are parsed. A list of
  // appointments may be a CSV file; a form checks it if it is JSON. A repeated registration is answered
  // with what was sent, by the same form.
  const readers = ['request-key.ts', 'middleware/validation.ts', 'answers.ts'].map(
    name => `server/http/${name}`,
  )
  const files = [...new Glob('server/{http,realtime}/**/*.ts').scanSync(ROOT)].filter(
    file => !readers.includes(file),
  )
  expect(files).toContain('server/http/api/index.ts')
  for (const file of files) {
    const code = await Bun.file(join(ROOT, file)).text()
    const reads = code.match(
      /\breq\.(json|query|queries|parseBody|text|formData|blob|arrayBuffer|bytes|body)\b/g,
    )
    expect({ file, reads }).toEqual({ file, reads: null })
  }
})

test('SQL in a password, cookie, token or join of a live connection signs nobody in', async () => {
  const who = createAuthenticator(ctx.clinic)
  for (const payload of PAYLOADS) {
    ctx.clock.advance(MAX_WAIT_MS)
    const json = { username: 'admin', password: payload }
    const response = await createClient(app).post('/api/auth/login', json)
    expect(response.status).toBe(401)
    const cookie = `session=${encodeURIComponent(payload)}; qr-tv-x=${encodeURIComponent(payload)}`
    expect((await createClient(app, cookie)('/api/auth/me')).status).toBe(401)
    expect(await who({ cookie, tvToken: undefined })).toBeNull()
    expect(await who({ cookie: null, tvToken: payload })).toBeNull()
  }
})
