import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { parseHoldPresets } from '#domain/queue/requeue-reason'
import { createPng } from '../support/files/images.ts'
import { aRoomBody } from '../support/samples.ts'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'
import { NURSE, ROOMS } from '../support/server/test-clinic.ts'
import { settingsBody } from '../support/settings.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const HIDDEN = {
  'a direction override': '\u202e',
  'an isolate': '\u2066',
  'a direction mark': '\u200f',
  'a space without width': '\u200b',
  'a byte order mark': '\ufeff',
  'a filler that looks blank': '\u3164',
  'a blank Braille pattern': '\u2800',
  'a tag character': '\u{e0041}',
  'a private character': '\ue000',
  'an escape sequence': '\u001b',
  'a NUL': '\u0000',
  'a line separator': '\u2028',
  'a next line': '\u0085',
  'a non-breaking space': '\u00a0',
}
const SHOWN = /[^\p{L}\p{N}\p{P}\p{S}\p{M} ]|[\u2800\u3164]/u

async function post(path: string, json: unknown, method = 'POST') {
  const { status, body } = await admin(path, { method, json })
  expect({ path, status, error: body.error }).toMatchObject({ error: undefined })
  return body
}

test.each(Object.entries(HIDDEN))(
  '%s in a text that was typed is stored nowhere',
  async (_, hidden) => {
    const text = (letters: string) => [...letters].join(hidden) + hidden
    await post('/api/tokens', { name: text('LAB'), scopes: ['queue'] })
    expect((await admin.addRoom(text('Lab'))).status).toBe(201)
    await post('/api/tv-devices', { userId: NURSE.id, name: text('Hall') })
    await post('/api/media', { type: 'video', url: 'https://v.example/a', name: text('Film') })
    for (const name of [text('photo'), undefined]) {
      const body = new FormData()
      body.append('file', new File([createPng()], text('pic')))
      if (name !== undefined) body.append('name', name)
      expect((await admin.post('/api/media/upload', undefined, { body })).status).toBe(201)
    }
    await post('/api/settings', settingsBody({ clinicName: text('KLINIK') }), 'PUT')
    const patient = { name: text('ALI'), type: text('name'), isPriority: true }
    const { id } = await post('/api/patients', { ...patient, priorityReason: text('OLD') })
    await post(`/api/patients/${id}/status`, { status: 'called', windowId: ROOMS.one }, 'PATCH')
    const away = { status: 'requeue', requeueReason: text('XRAY') }
    await post(`/api/patients/${id}/status`, away, 'PATCH')

    expect((await readTexts()).filter(value => SHOWN.test(value))).toEqual([])
  },
)

/** Every text of the database. */
async function readTexts() {
  const tables = await ctx.clinic.read(db =>
    db.all<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`),
  )
  const texts: string[] = []
  for (const { name } of tables.filter(({ name }) => !name.startsWith('sqlite_'))) {
    const rows = await ctx.clinic.read(db =>
      db.all<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`),
    )
    texts.push(...rows.flatMap(Object.values).filter(value => typeof value === 'string'))
  }
  expect(texts.length).toBeGreaterThan(50)
  return texts
}

test.each([
  ['POST', '/api/tokens', { name: '\u200b\u202e', scopes: ['queue'] }, 'Please enter a name'],
  ['POST', '/api/tokens', { name: '...', scopes: ['queue'] }, 'Please enter a name'],
  ['POST', '/api/windows', aRoomBody('\u3164'), 'Room name is required'],
])('%s %s refuses %j, which nobody can read', async (method, path, json, error) => {
  expect(await admin(path, { method, json })).toMatchObject({ status: 400, body: { error } })
})

test('a tower of marks on a letter is refused', async () => {
  for (const path of ['/api/windows', '/api/tokens']) {
    const json = { name: `e${'\u0301'.repeat(161)}`, scopes: ['queue'] }
    const error = expect.stringMatching(/name must be at most 40 characters$/i)
    expect(await admin.post(path, json)).toMatchObject({
      status: 400,
      body: { error },
    })
  }
})

test('a program has no second one that looks the same', async () => {
  const add = (name: string) => admin.post('/api/tokens', { name, scopes: ['queue'] })
  expect((await add('Lab')).status).toBe(201)
  expect((await add('L\u200bab')).body.error).toBe(
    'A connected system with this name already exists',
  )
})

test('a reason that nobody can read is none', async () => {
  const { id } = await post('/api/patients', { name: 'ALI' })
  await post(`/api/patients/${id}/status`, { status: 'called', windowId: ROOMS.one }, 'PATCH')
  const json = { status: 'requeue', requeueReason: '\u200b\u202e' }
  expect(await admin.step(id, json)).toMatchObject({
    status: 400,
    body: { error: 'Requeue reason is required' },
  })
})

test("a preset's reason is the one that is stored with the patient", () => {
  expect(parseHoldPresets('Eye \u200b drops\u3164 30')).toEqual([
    { reason: 'Eye drops', minutes: 30 },
  ])
  expect(parseHoldPresets('\u3164 30')).toBeNull()
})

test('what a TV reports of itself is shown on one line', async () => {
  const { token } = await post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })
  const json = {
    ...{ build: 'b\u202e1', viewport: { width: 1, height: 1 }, audio: 'off', clockSkewMs: 0 },
    ...{ lastSequence: 0, lastError: 'lost\n\u202e\u001b[31m' },
  }
  const sent = await ctx.signedOut.post(`/api/tv/${token}/heartbeat`, json)
  expect(sent.status).toBe(200)
  const { body } = await admin('/api/tv-devices')
  expect(JSON.stringify(body)).toContain('lost [31m')
  expect(JSON.stringify(body)).not.toMatch(/\u202e|\\u202e|\\u001b|\\n/)
})
