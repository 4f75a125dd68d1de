import { readFileSync } from 'node:fs'
import { createPairing } from '#db/repositories/tv/tv-pairings'
import { settingsBody } from '../../support/settings.ts'
import { createPng } from '../files/images.ts'
import { aRoomBody } from '../samples.ts'
import type { Client, TestApp } from './test-app.ts'
import { NURSE, ROOMS, TEN_O_CLOCK } from './test-clinic.ts'
import { until } from './test-server.ts'

export type WriteRequest = {
  path: string
  json?: unknown
  body?: () => FormData
  headers?: Record<string, string>
}

type Prepare = (admin: Client, test: TestApp) => Promise<WriteRequest>

/** What the route takes, after `prepare` has made what it needs: the `:id` in its path, if any. */
type Sample = Omit<WriteRequest, 'path'> & {
  prepare?: (admin: Client, test: TestApp) => Promise<number | string>
}

const BLOOD_TEST = { name: 'Blood test', prefix: 'B', roomIds: [ROOMS.one], isActive: true }

const TODAY = TEN_O_CLOCK.slice(0, 10)
const APPOINTMENTS = [{ time: '10:30', name: 'ali' }]

const SAMPLES: Record<string, Sample> = {
  'POST /api/auth/change-password': {
    json: { currentPassword: 'correct horse', newPassword: 'another horse' },
  },
  'POST /api/tokens': { json: { name: 'LAB', scopes: ['reports'] } },
  'DELETE /api/tokens/:id': { prepare: async admin => (await addProgram(admin)).body.id },
  'POST /api/patients': { json: { name: 'ali' } },
  'PATCH /api/patients/:id/status': {
    prepare: register,
    json: { status: 'called', windowId: ROOMS.one },
  },
  'POST /api/patients/:id/back': { prepare: registerAndSendAway },
  'PATCH /api/patients/:id': { prepare: register, json: { name: 'mei' } },
  'PATCH /api/patients/:id/queue': {
    async prepare(admin) {
      await addQueue(admin)
      return register(admin)
    },
    json: { queueId: 1 },
  },
  'POST /api/queues': { json: BLOOD_TEST },
  'PUT /api/appointments/:day': { json: APPOINTMENTS },
  'POST /api/appointments/:id/check-in': {
    async prepare(admin) {
      await admin.put(`/api/appointments/${TODAY}`, APPOINTMENTS)
      return 1
    },
  },
  'PUT /api/queues/:id': { prepare: addQueue, json: { ...BLOOD_TEST, name: 'X-ray' } },
  'DELETE /api/queues/:id': { prepare: addQueue },
  'POST /api/patients/:id/undo': { prepare: registerAndCall, json: { seenSteps: 2 } },
  'POST /api/patients/:id/forget': { prepare: register },
  'DELETE /api/patients/:id': { prepare: register },
  'POST /api/patients/reset-queue': { prepare: register },
  'POST /api/patients/reset-queue/undo': {
    async prepare(admin) {
      const id = await register(admin)
      await admin.post('/api/patients/reset-queue')
      return id
    },
  },
  'POST /api/windows/:id/call-next': {
    async prepare(admin) {
      await register(admin)
      return ROOMS.one
    },
    json: { finish: null },
  },
  'POST /api/windows': { json: aRoomBody('Room 3') },
  'PUT /api/windows/:id': { prepare: async () => ROOMS.one, json: aRoomBody('Room A') },
  'PUT /api/windows/:id/voice': {
    prepare: async () => ROOMS.one,
    json: { spokenAs: 'counter' },
  },
  'PUT /api/voice/recordings/:language/:clip': {
    body: () => recording('static/voice/ms/counter.mp3'),
  },
  'DELETE /api/voice/recordings/:language/:clip': {},
  'PATCH /api/windows/:id/status': { prepare: async () => ROOMS.one },
  'DELETE /api/windows/:id': { prepare: async () => ROOMS.two },
  'PUT /api/settings': {
    json: settingsBody({ clinicName: 'NEW NAME' }),
  },
  'POST /api/media': { json: { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' } },
  'POST /api/media/upload': { body: picture },
  'DELETE /api/media/:id': {
    prepare: async admin =>
      (await admin.post('/api/media/upload', undefined, { body: picture() })).body.id,
  },
  'POST /api/clock/confirm': { json: { day: TEN_O_CLOCK.slice(0, 10) } },
  'POST /api/users': { json: { username: 'doctor', password: 'secret words' } },
  'PATCH /api/users/:id/status': { prepare: async () => NURSE.id },
  'DELETE /api/users/:id': { prepare: async () => NURSE.id },
  'POST /api/backups': {},
  'DELETE /api/backups/:name': {
    async prepare(admin, test) {
      const oldest = await makeBackup(admin, test)
      await makeBackup(admin, test)
      return oldest
    },
  },
  'POST /api/backups/:name/restore': { prepare: makeBackup, json: { password: 'correct horse' } },
  'POST /api/tv-devices': { json: { userId: 1, name: 'Hall' } },
  'POST /api/tv-devices/pair': {
    async prepare(_, test) {
      const pairing = { idHash: 'i', tokenHash: 't', code: 'ACDEFG', address: '10.0.0.1' }
      const endsAt = Date.parse(test.clinic.now()) + 60_000
      await test.clinic.write(tx => createPairing(tx, { ...pairing, endsAt }))
      return pairing.code
    },
    json: { userId: 1, name: 'Foyer', code: 'ACDEFG' },
  },
  'PUT /api/tv-devices/:id': { prepare: addTv, json: { name: 'Entrance' } },
  'PATCH /api/tv-devices/:id': { prepare: addTv, json: { names: 'initials', rooms: [2] } },
  'POST /api/tv-devices/:id/:command{identify|chime|reload}': { prepare: addTv },
  'POST /api/tv-devices/:id/rotate': { prepare: addTv },
  'DELETE /api/tv-devices/:id': { prepare: addTv },
  'POST /api/auth/screen': {},
}

/** A request that succeeds, for every write route behind a session; a new route needs one above. */
export const WRITE_REQUESTS: Record<string, Prepare> = {
  async 'POST /api/v1/patients'(admin) {
    return { path: '/api/v1/patients', json: { name: 'ali' }, headers: await openProgram(admin) }
  },
  async 'POST /api/v1/patients/:id/back'(admin) {
    const path = `/api/v1/patients/${await registerAndSendAway(admin)}/back`
    return { path, headers: await openProgram(admin) }
  },
  async 'PUT /api/v1/appointments/:day'(admin) {
    const path = `/api/v1/appointments/${TODAY}`
    return { path, json: APPOINTMENTS, headers: await openProgram(admin) }
  },
  async 'POST /api/kiosk/:token/patients'(admin) {
    const json = { userId: 1, name: crypto.randomUUID(), kind: 'kiosk' }
    const { token } = (await admin.post('/api/tv-devices', json)).body
    // Its first use is saved.
    await admin(`/api/kiosk/${token}`)
    return { path: `/api/kiosk/${token}/patients`, json: { name: 'ali', language: 'en' } }
  },
  ...Object.fromEntries(
    Object.entries(SAMPLES).map(([route, { prepare, ...sample }]): [string, Prepare] => [
      route,
      async (admin, test) => {
        const id = await prepare?.(admin, test)
        const path = route
          .replace(/^\w+ /, '')
          .replace(/:(id|name)/, String(id))
          .replace(':day', TODAY)
          .replace(':command{identify|chime|reload}', 'identify')
          .replace(':language/:clip', 'ms/room')
        return { path, ...sample }
      },
    ]),
  ),
}

async function addQueue(admin: Client) {
  return (await admin.post('/api/queues', BLOOD_TEST)).body.id
}

export function recording(path: string) {
  const form = new FormData()
  form.set('file', new File([readFileSync(path)], 'clip.mp3', { type: 'audio/mpeg' }))
  return form
}

export async function register(client: Client): Promise<number> {
  return (await client.register('ali')).id
}

async function registerAndCall(client: Client) {
  const id = await register(client)
  const json = { status: 'called', windowId: ROOMS.two }
  await client.step(id, json)
  return id
}

async function registerAndSendAway(client: Client) {
  const id = await registerAndCall(client)
  await client.step(id, { status: 'requeue', requeueReason: 'XRAY' })
  return id
}

function addProgram(admin: Client) {
  return admin.post('/api/tokens', { name: 'Booking', scopes: ['register', 'queue'] })
}

/** The first use of a token is saved. */
async function openProgram(admin: Client) {
  const headers = { authorization: `Bearer ${(await addProgram(admin)).body.token}` }
  await admin('/api/v1/queue', { headers })
  return headers
}

async function addTv(client: Client): Promise<number> {
  const json = { userId: 1, name: `TV ${crypto.randomUUID()}` }
  return (await client.post('/api/tv-devices', json)).body.device.id
}

/** Returns its name. */
async function makeBackup(admin: Client, { clock }: TestApp): Promise<string> {
  await admin.post('/api/backups')
  const list = async () => (await admin('/api/backups')).body
  await until('the backup is made', async () => (await list()).work.step === 'idle')
  clock.advance(60_000)
  return (await list()).backups[0].name
}

function picture() {
  const body = new FormData()
  body.append('file', new File([createPng({ width: 40, height: 30 })], 'poster.png'))
  return body
}

export async function sendOnce(
  client: Client,
  method: string,
  { path, json, body, headers: own }: WriteRequest,
  headers: Record<string, string> = {},
) {
  const payload = body ? { body: body() } : json === undefined ? {} : { json }
  const response = await client(path, { method, headers: { ...own, ...headers }, ...payload })
  return { status: response.status, body: response.body }
}
