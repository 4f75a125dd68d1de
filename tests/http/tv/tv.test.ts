import { beforeEach, expect, test } from 'bun:test'
import type { Call } from '#domain/events'
import { createStoredPng } from '../../support/files/images.ts'
import { type Client, withTestApp } from '../../support/server/test-app.ts'
import { NURSE, ROOMS } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const ctx = withTestApp()
let admin: Client
let token: string

beforeEach(async () => {
  admin = await ctx.admin()
  token = await newToken('Hall')
})

async function newToken(name: string): Promise<string> {
  const json = { userId: NURSE.id, name }
  return (await admin.post('/api/tv-devices', json)).body.token
}

/** A TV has no cookie, only its token. */
const tv = (path: string, options = {}) => ctx.signedOut(`/api/tv/${token}/${path}`, options)

const SHARED = ['themes/active', 'text-groups/active']
const READS = ['settings', ...SHARED, 'calls', 'shown-calls', 'display']

test('a TV reads all that it shows without a cookie, and gets none', async () => {
  const nurse = await ctx.nurse()
  for (const path of READS) {
    const { status, headers, body } = await tv(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('set-cookie')).toBeNull()
    // These are those that the staff see.
    if (SHARED.includes(path)) expect(body).toEqual((await nurse(`/api/${path}`)).body)
  }
})

test('an unknown, a malformed and a revoked token get the same response', async () => {
  const revoked = await newToken('Ward')
  await admin.delete('/api/tv-devices/2')
  for (const wrong of ['a'.repeat(32), 'x', `${token}a`, '%00', revoked]) {
    for (const path of [...READS, 'events', 'nothing']) {
      const { status, body, headers } = await ctx.signedOut(`/api/tv/${wrong}/${path}`)
      const expected = { error: 'This display is not authorised' }
      expect({ wrong, path, status, body }).toEqual({ wrong, path, status: 404, body: expected })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  }
})

test('the current call, those before, and the calls behind a sequence', async () => {
  expect((await tv('shown-calls')).body).toMatchObject({ current: null, history: [] })
  const [ali, mei] = [await admin.register('ALI'), await admin.register('MEI')]
  await admin.call(ali.id, ROOMS.one)
  await admin.call(mei.id, ROOMS.two)
  const shown = (await tv('shown-calls')).body
  expect(shown.current).toEqual({
    id: mei.id,
    name: 'MEI',
    number: 2,
    day: '2026-11-20',
    label: '002',
    room: { id: ROOMS.two, name: 'Room 2' },
    lastRoom: { id: ROOMS.two, name: 'Room 2' },
    calledAt: ctx.clock.now(),
    callSequence: 2,
  })
  expect(shown.history).toMatchObject([{ name: 'ALI', lastRoom: { name: 'Room 1' } }])
  const calls = (await tv('calls?after=1')).body
  expect(calls).toEqual((await admin('/api/dashboard/calls?after=1')).body)
  expect(calls).toMatchObject([{ sequence: 2, name: 'MEI', room: 'Room 2' }])
  expect((await tv('calls?after=x')).status).toBe(400)
})

test('a TV reads and speaks no call of an earlier day, but one just before midnight', async () => {
  const sequencesOf = async () =>
    (await tv('calls?after=0')).body.map((call: Call) => call.sequence)
  await admin.call((await admin.register('ALI')).id, ROOMS.one)
  ctx.clock.set('2026-11-20T15:59:30.000Z')
  admin = await ctx.admin()
  await admin.call((await admin.register('MEI')).id, ROOMS.two)
  expect(await sequencesOf()).toEqual([1, 2])

  ctx.clock.set('2026-11-20T16:00:10.000Z')
  expect(await sequencesOf()).toEqual([2])
  expect((await tv('calls/2/voice/en.mp3')).status).toBe(200)

  ctx.clock.set('2026-11-20T16:01:00.000Z')
  expect(await sequencesOf()).toEqual([])
  expect((await tv('calls/1/voice/en.mp3')).status).toBe(404)
  expect((await tv('calls/2/voice/en.mp3')).status).toBe(404)
})

test('a TV fetches its pictures by its own address, without the name of the uploaded file', async () => {
  const body = new FormData()
  const image = await createStoredPng()
  body.append('file', new File([image], 'SITI AMINAH.png'))
  await admin.post('/api/media/upload', undefined, { body })
  const json = { type: 'video', url: 'https://v.example/b' }
  await admin.post('/api/media', json)
  const { body: shown } = await tv('display')
  expect(shown).toMatchObject([
    {
      id: 1,
      type: 'image',
      url: expect.stringContaining(`/api/tv/${token}/media/1/file?v=`),
    },
    { id: 2, type: 'video', url: 'https://v.example/b' },
  ])
  expect(JSON.stringify(shown)).not.toContain('SITI')
  const logo = { clinicLogo: '/api/media/1/file' }
  await admin.put('/api/settings', settingsBody(logo))
  expect((await tv('settings')).body).toContainEqual({ key: 'clinicLogo', value: shown[0].url })
  const picture = await tv('media/1/file')
  expect(picture.bytes).toEqual(image)
  expect(picture.headers.get('content-disposition')).toBe(
    `inline; filename="media.png"; filename*=UTF-8''media.png`,
  )
})
