import { readFileSync } from 'node:fs'
import { createPairing } from '#db/repositories/tv/tv-pairings'
import { createPng } from '../files/images.ts'
import type { Client, TestApp } from './test-app.ts'
import { ROOMS } from './test-clinic.ts'
import { until } from './test-server.ts'

export type WriteRequest = {
  path: string
  json?: unknown
  body?: () => FormData
  headers?: Record<string, string>
}

type Prepare = (admin: Client, test: TestApp) => Promise<WriteRequest>

/** A request that succeeds, for every write route behind a session; a new route needs one here. */
export const WRITE_REQUESTS: Record<string, Prepare> = {
  'POST /api/auth/change-password': async () => ({
    path: '/api/auth/change-password',
    json: { currentPassword: 'correct horse', newPassword: 'another horse' },
  }),
  'POST /api/v1/patients': async admin => {
    const { body } = await addProgram(admin)
    const headers = { authorization: `Bearer ${body.token}` }
    // Its first use is saved.
    await admin('/api/v1/queue', { headers })
    return { path: '/api/v1/patients', json: { name: 'ali' }, headers }
  },
  'POST /api/tokens': async () => ({
    path: '/api/tokens',
    json: { name: 'LAB', scopes: ['reports'] },
  }),
  'DELETE /api/tokens/:id': async admin => ({
    path: `/api/tokens/${(await addProgram(admin)).body.id}`,
  }),
  'POST /api/patients': async () => ({ path: '/api/patients', json: { name: 'ali' } }),
  'PATCH /api/patients/:id/status': async admin => ({
    path: `/api/patients/${await register(admin)}/status`,
    json: { status: 'called', windowId: ROOMS.one },
  }),
  'POST /api/patients/:id/undo': async admin => {
    const id = await register(admin)
    await admin(`/api/patients/${id}/status`, {
      method: 'PATCH',
      json: { status: 'called', windowId: ROOMS.two },
    })
    return { path: `/api/patients/${id}/undo`, json: { seenSteps: 2 } }
  },
  'POST /api/patients/:id/forget': async admin => ({
    path: `/api/patients/${await register(admin)}/forget`,
  }),
  'DELETE /api/patients/:id': async admin => ({ path: `/api/patients/${await register(admin)}` }),
  'POST /api/patients/reset-queue': async admin => {
    await register(admin)
    return { path: '/api/patients/reset-queue' }
  },
  'POST /api/patients/reset-queue/undo': async admin => {
    await register(admin)
    await admin('/api/patients/reset-queue', { method: 'POST' })
    return { path: '/api/patients/reset-queue/undo' }
  },
  'POST /api/windows/:id/call-next': async admin => {
    await register(admin)
    return { path: `/api/windows/${ROOMS.one}/call-next`, json: { finish: null } }
  },
  'POST /api/windows': async () => ({ path: '/api/windows', json: { name: 'Room 3' } }),
  'PUT /api/windows/:id': async () => ({
    path: `/api/windows/${ROOMS.one}`,
    json: { name: 'Room A' },
  }),
  'PUT /api/windows/:id/voice': async () => ({
    path: `/api/windows/${ROOMS.one}/voice`,
    json: { spokenAs: 'counter' },
  }),
  'PUT /api/voice/recordings/:language/:clip': async () => ({
    path: '/api/voice/recordings/ms/room',
    body: () => recording('static/voice/ms/counter.mp3'),
  }),
  'DELETE /api/voice/recordings/:language/:clip': async () => ({
    path: '/api/voice/recordings/ms/room',
  }),
  'PATCH /api/windows/:id/status': async () => ({ path: `/api/windows/${ROOMS.one}/status` }),
  'DELETE /api/windows/:id': async () => ({ path: `/api/windows/${ROOMS.two}` }),
  'PUT /api/settings': async () => ({
    path: '/api/settings',
    json: { settings: [{ key: 'clinicName', value: 'NEW NAME', category: 'display' }] },
  }),
  'POST /api/media': async () => ({
    path: '/api/media',
    json: { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' },
  }),
  'POST /api/media/upload': async () => ({ path: '/api/media/upload', body: picture }),
  'DELETE /api/media/:id': async admin => {
    const { body } = await admin('/api/media/upload', { method: 'POST', body: picture() })
    return { path: `/api/media/${body.id}` }
  },
  'POST /api/users': async () => ({
    path: '/api/users',
    json: { username: 'doctor', password: 'secret words' },
  }),
  'PATCH /api/users/:id/status': async () => ({ path: '/api/users/2/status' }),
  'DELETE /api/users/:id': async () => ({ path: '/api/users/2' }),
  'POST /api/backups': async () => ({ path: '/api/backups' }),
  'DELETE /api/backups/:name': async (admin, test) => {
    const [, oldest] = await makeBackups(admin, test.clock, 2)
    return { path: `/api/backups/${oldest}` }
  },
  'POST /api/backups/:name/restore': async (admin, test) => {
    const [newest] = await makeBackups(admin, test.clock, 1)
    return { path: `/api/backups/${newest}/restore`, json: { password: 'correct horse' } }
  },
  'POST /api/tv-devices': async () => ({
    path: '/api/tv-devices',
    json: { userId: 1, name: 'Hall' },
  }),
  'POST /api/tv-devices/pair': async (_, test) => {
    const pairing = { idHash: 'i', tokenHash: 't', code: 'ACDEFG', address: '10.0.0.1' }
    const endsAt = Date.parse(test.clinic.now()) + 60_000
    await test.clinic.write(tx => createPairing(tx, { ...pairing, endsAt }, 0))
    return { path: '/api/tv-devices/pair', json: { userId: 1, name: 'Foyer', code: 'ACDEFG' } }
  },
  'PUT /api/tv-devices/:id': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}`,
    json: { name: 'Entrance' },
  }),
  'PATCH /api/tv-devices/:id': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}`,
    json: { names: 'initials', rooms: [2] },
  }),
  'POST /api/tv-devices/:id/:command{identify|chime|reload}': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}/identify`,
  }),
  'POST /api/tv-devices/:id/rotate': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}/rotate`,
  }),
  'DELETE /api/tv-devices/:id': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}`,
  }),
}

export function recording(path: string) {
  const form = new FormData()
  form.set('file', new File([readFileSync(path)], 'clip.mp3', { type: 'audio/mpeg' }))
  return form
}

export async function register(client: Client): Promise<number> {
  return (await client('/api/patients', { method: 'POST', json: { name: 'ali' } })).body.id
}

function addProgram(admin: Client) {
  return admin('/api/tokens', {
    method: 'POST',
    json: { name: 'Booking', scopes: ['register', 'queue'] },
  })
}

async function addTv(client: Client): Promise<number> {
  const json = { userId: 1, name: `TV ${crypto.randomUUID()}` }
  return (await client('/api/tv-devices', { method: 'POST', json })).body.device.id
}

/** Makes backups in sequence. Returns their names, the newest first. */
async function makeBackups(
  client: Client,
  clock: TestApp['clock'],
  count: number,
): Promise<string[]> {
  for (let made = 0; made < count; made++) {
    await client('/api/backups', { method: 'POST' })
    await until('the backup is made', async () => {
      return (await client('/api/backups')).body.work.step === 'idle'
    })
    clock.advance(60_000)
  }
  const { backups } = (await client('/api/backups')).body
  return backups.map(({ name }: { name: string }) => name)
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
