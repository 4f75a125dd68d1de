import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PatientJson } from '#domain/patients/patient-json'
import packageJson from '../../../package.json'
import { createActor } from '../actors/actor.ts'
import { JPEG } from '../files/images.ts'
import { createDataFolder } from '../server/program.ts'
import { ADMIN, ROOMS } from '../server/test-clinic.ts'
import { until } from '../server/test-server.ts'
import { settingsBody } from '../settings.ts'

/**
 * `bun tests/support/database/keep-version.ts`, on the commit of a release: a clinic's data and its
 * backup, which every later version must open, and what is in them.
 */
const data = createDataFolder()
try {
  await keep()
} finally {
  data.close()
}

async function keep() {
  const madeAt = new Date().toISOString()
  const program = data.start()
  const url = await program.url()
  const { send: sendAny, cookie } = await program.admin()
  const send: typeof sendAny = async (method, path, json) => {
    const answer = await sendAny(method, path, json)
    if (answer.status < 400) return answer
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  const { post, put, patch, register, call, step, addRoom, renameRoom } = createActor(send)
  const today = (await register('AMINAH BINTI ALI')).day

  await post('/api/users', { username: 'nurse', password: 'warm blanket', role: 'user' })
  await renameRoom(ROOMS.one, 'Room 1 (Dr Lim)')
  await addRoom('Bilik 3 - Dr Nurul')
  const queue = { name: 'Blood test', prefix: 'B', roomIds: [ROOMS.two], isActive: true }
  await post('/api/queues', queue)
  await post('/api/queues', { ...queue, name: 'Dr. Wong', prefix: null, isActive: false })
  await put(
    '/api/settings',
    settingsBody({ clinicName: 'KLINIK SATU', takesAppointments: 'true', ticketMode: 'screen' }),
  )
  const picture = new FormData()
  picture.set('file', new File([JPEG], 'logo.jpg'))
  await fetch(`${url}/api/media/upload`, { method: 'POST', headers: { cookie }, body: picture })
  const options = { names: 'initials', rooms: [ROOMS.one] }
  const hall = (await post('/api/tv-devices', { userId: ADMIN.id, name: 'Hall' })).body
  await patch(`/api/tv-devices/${hall.device.id}`, options)
  const entrance = { userId: ADMIN.id, name: 'Entrance', kind: 'kiosk' }
  const { token: kioskToken } = (await post('/api/tv-devices', entrance)).body
  const calendar = { name: 'CALENDAR', scopes: ['register', 'queue', 'reports'] }
  const { token: programToken } = (await post('/api/tokens', calendar)).body

  await call(1, ROOMS.one)
  await step(1, { status: 'in-progress' })
  await step(1, { status: 'dispensary' })
  await call(1, ROOMS.dispensary)
  await step(1, { status: 'completed' })
  const others = [
    ['TAN MEI', { queueId: 1 }],
    ['KRISHNA', { isPriority: true, priorityReason: 'WHEELCHAIR' }],
    ['SITI', { isDiscreet: true }],
    ['NUR AISYAH', {}],
    ['LIM AH KOW', { queueId: 1 }],
  ] as const
  const ids: number[] = []
  for (const [name, more] of others) ids.push((await register(name, more)).id)
  const [mei = 0, krishna = 0, siti = 0, aisyah = 0] = ids
  await call(mei, ROOMS.two)
  await call(krishna, ROOMS.one)
  await step(krishna, { status: 'missed' })
  await call(siti, ROOMS.one)
  await step(siti, { status: 'requeue', requeueReason: 'X-RAY' })
  await patch(`/api/patients/${aisyah}/queue`, { queueId: 1 })
  const expected = [
    { time: '00:05', name: 'Farid', queueId: 1 },
    { time: '23:50', name: 'Ganesh' },
  ]
  await put(`/api/appointments/${today}`, expected)
  await post('/api/appointments/1/check-in')
  await post(`/api/kiosk/${kioskToken}/patients`, { language: 'ms', name: 'Hana' })

  await post('/api/backups')
  const listBackups = async () => (await send('GET', '/api/backups')).body.backups
  await until('the backup is made', async () => (await listBackups()).length > 0)
  const [backup] = await listBackups()
  const patients: PatientJson[] = (await send('GET', '/api/patients')).body
  const appointments = (await send('GET', `/api/appointments?day=${today}`)).body
  const allRooms: { name: string }[] = (await send('GET', '/api/windows')).body
  await program.stop()
  const contents = {
    madeAt,
    ...{ tvToken: hall.token, kioskToken, programToken },
    tv: options,
    patients: patients.map(({ number, label, name, status, windowId, trackingHistory }) => {
      return { number, label, name, status, windowId, trackingHistory: trackingHistory.length }
    }),
    rooms: allRooms.map(({ name }) => name),
    queues: [queue.name, 'Dr. Wong'],
    appointments: appointments.map(({ time, name, patient }: Record<string, unknown>) => {
      return { time, name, hasCome: patient !== null }
    }),
  }
  const folder = join(import.meta.dirname, packageJson.version)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'contents.json')
  writeFileSync(file, JSON.stringify(contents))
  const format = ['node_modules/.bin/biome', 'format', '--write', file]
  Bun.spawnSync([process.execPath, '--bun', ...format], {
    cwd: join(import.meta.dirname, '../../..'),
  })
  const database = readFileSync(join(data.folder, 'clinic.db'))
  writeFileSync(join(folder, 'clinic.db.gz'), gzipSync(database, { level: 9 }))
  cpSync(join(data.folder, 'backups', `${backup.name}.db.gz`), join(folder, 'backup.db.gz'))
}
