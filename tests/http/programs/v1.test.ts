import { beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generateApi } from 'swagger-typescript-api'
import { SCOPES } from '#domain/programs/api-token'
import { v1 } from '../../../server/http/schemas/v1.ts'
import { perTest } from '../../support/server/per-test.ts'
import { ADMIN, ROOMS } from '../../support/server/test-clinic.ts'
import { signIn, startTestServer, until } from '../../support/server/test-server.ts'

import { getProgramProblem, testUnless } from '../../support/unless.ts'

const DOCS = join(import.meta.dirname, '../../../docs/api.md')

const ctx = perTest(() => startTestServer({ live: { pingIntervalMs: 50 } }))
let admin: Awaited<ReturnType<typeof signIn>>
let id: number
let token: string

beforeEach(async () => {
  admin = await signIn(ctx.url, ADMIN)
  const { body } = await admin.post('/api/tokens', { name: 'LAB', scopes: SCOPES })
  id = body.id
  token = body.token
})

const authorization = () => ({ authorization: `Bearer ${token}` })

async function get(path: string) {
  return (await fetch(`${ctx.url}/api/v1${path}`, { headers: authorization() })).json()
}

/** A program that follows the events. `text` grows until the stream ends. */
async function follow(headers: Record<string, string> = {}) {
  const gone = new AbortController()
  const response = await fetch(`${ctx.url}/api/v1/events`, {
    headers: { ...authorization(), ...headers },
    signal: gone.signal,
  })
  const stream = { text: '', isEnded: false, close: () => gone.abort() }
  void read()
  async function read() {
    try {
      for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk)
    } catch {
      // Aborted by this side.
    }
    stream.isEnded = true
  }
  return stream
}

const callIds = ({ text }: { text: string }) =>
  [...text.matchAll(/^id: (\d+)@\S+\nevent: call$/gm)].map(([, sequence]) => Number(sequence))

test('calls are followed with their ids, and missed ones come first', async () => {
  const ali = await admin.register('ali')
  const mei = await admin.register('mei')
  const stream = await follow()
  await until('it began', () => stream.text.includes('event: queue\ndata: {}'))
  await admin.call(ali.id, ROOMS.one)
  await until('it was called', () => callIds(stream).length === 1)
  const data = /event: call\ndata: (.*)/.exec(stream.text)?.[1] ?? ''
  expect(v1.call.strict().parse(JSON.parse(data))).toMatchObject({ number: 1, name: 'ALI' })
  stream.close()

  await admin.call(mei.id, ROOMS.two)
  const [last = 0] = callIds(stream)
  const again = await follow({ 'last-event-id': String(last) })
  await until('the missed call came', () => callIds(again).length === 1)
  await admin.call(ali.id, ROOMS.one)
  await until('the next call came', () => callIds(again).length === 2)
  expect(callIds(again)).toEqual([last + 1, last + 2])
  again.close()
})

test("an id of other data leads to the day's calls: of a backup that has fewer, or others", async () => {
  for (const name of ['ali', 'mei', 'ravi']) {
    const { id } = await admin.register(name)
    ctx.clock.advance(1_000)
    await admin.call(id, ROOMS.one)
    await admin.step(id, { status: 'completed' })
  }
  const all = await follow({ 'last-event-id': '0' })
  await until('all came', () => callIds(all).length === 3)
  const [first = '', second = ''] = [...all.text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)
  all.close()
  for (const [known, expected] of [
    [second, [3]],
    // As version 1.0.0 gave it.
    ['2', [3]],
    ['3', []],
    [second.replace('2@', '1@'), [1, 2, 3]],
    [first.replace('1@', '9@'), [1, 2, 3]],
    ['4711', [1, 2, 3]],
    ['not ours', []],
  ] as const) {
    const again = await follow({ 'last-event-id': known })
    const { id } = await admin.register('next')
    ctx.clock.advance(1_000)
    await admin.call(id, ROOMS.two)
    const next = Number((await admin.send('GET', '/api/dashboard/calls')).body.at(-1).sequence)
    await until('the next came', () => callIds(again).includes(next))
    expect([known, callIds(again)]).toEqual([known, [...expected, next]])
    again.close()
    await admin.delete(`/api/patients/${id}`)
  }
})

test('a call says no name of a discreet patient, live or missed, and none of an earlier day', async () => {
  const { body: siti } = await admin.post('/api/patients', {
    name: 'siti',
    isDiscreet: true,
  })
  const live = await follow()
  await until('it began', () => live.text !== '')
  await admin.call(siti.id, ROOMS.one)
  const missed = await follow({ 'last-event-id': '0' })
  await until('both have it', () => callIds(live).length === 1 && callIds(missed).length === 1)
  expect(live.text + missed.text).not.toContain('SITI')
  live.close()
  missed.close()

  ctx.clock.advance(24 * 60 * 60_000)
  const nextDay = await follow({ 'last-event-id': '0' })
  const ravi = await (await signIn(ctx.url, ADMIN)).register('ravi')
  await (await signIn(ctx.url, ADMIN)).call(ravi.id, ROOMS.two)
  await until('the call of today came', () => callIds(nextDay).length > 0)
  expect(nextDay.text).toContain('RAVI')
  expect(callIds(nextDay)).toHaveLength(1)
  nextDay.close()
})

test('a stream ends when events may be missing, and as soon as its token is removed', async () => {
  const end = () => ctx.clinic.channel.resyncAll()
  for (const act of [end, () => admin.delete(`/api/tokens/${id}`)]) {
    const stream = await follow()
    await until('it began', () => stream.text !== '')
    await act()
    await until('it ended', () => stream.isEnded)
  }
})

test('answers have what is promised and nothing else', async () => {
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  const queue = await get('/queue')
  v1.queue.strict().parse(queue)
  v1.patient.strict().parse(queue.patients[0])
  const today = ctx.clock.now().slice(0, 10)
  v1.report.strict().parse(await get(`/reports?from=${today}&to=${today}&by=room`))
  v1.error.strict().parse(await get('/reports'))
})

/** A client that a public generator has made of the document. */
async function generateClient(spec: Parameters<typeof generateApi>[0]['spec']) {
  const { files } = await generateApi({ spec, output: false, silent: true })
  const folder = mkdtempSync(join(tmpdir(), 'clinic-client-'))
  const path = join(folder, 'client.ts')
  writeFileSync(path, files[0]?.fileContent ?? '')
  try {
    const { Api } = await import(path)
    return new Api({
      baseUrl: `${ctx.url}/api/v1`,
      baseApiParams: { headers: authorization(), format: 'json' },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('OpenAPI is valid, needs no token, and a client generated from it works', async () => {
  const spec = await (await fetch(`${ctx.url}/api/v1/openapi.json`)).json()
  const validator = new Validator()
  expect(await validator.validate(spec)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const client = await generateClient(spec)
  const { data: patient } = await client.patients.registerPatient({ name: 'mei' })
  expect(patient).toMatchObject({ number: 1, name: 'MEI' })
  const { data: queue } = await client.queue.getQueue()
  expect(queue.patients.map(({ id }: { id: number }) => id)).toEqual([patient.id])
  const today = ctx.clock.now().slice(0, 10)
  const { data: report } = await client.reports.getReport({ from: today, to: today, by: 'day' })
  expect(report.rows).toMatchObject([{ key: today, n: 1 }])
})

testUnless(getProgramProblem('curl'))('the examples of docs/api.md work', async () => {
  const examples = [...readFileSync(DOCS, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, command = '']) => command,
  )
  expect(examples.length).toBeGreaterThan(3)
  const { id } = await admin.register('mei')
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'XRAY' })
  const today = ctx.clock.now().slice(0, 10)
  const env = { ...process.env, CLINIC: ctx.url, TOKEN: token, TODAY: today, PATIENT: `${id}` }
  for (const command of examples) {
    const run = Bun.spawn(['sh', '-c', command], { env, stdout: 'pipe', stderr: 'pipe' })
    const output = await new Response(run.stdout).text()
    expect({ command, code: await run.exited }).toEqual({ command, code: 0 })
    expect(output).not.toContain('"error"')
  }
})
