import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { JPEG } from '../../support/files/images.ts'
import type { RouteRequest } from '../../support/server/request-inputs.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { hostileFile, NAME_MARK } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'
import type { Role, Roles } from './roles.ts'

const RECORDING = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../static/voice/ms/counter.mp3')),
)

export type State = { known: KnownValues; roles: Roles }
type Context = State & { role: Role; params: Record<string, string> }
type Make = (random: SeededRandom, context: Context) => unknown

/** What is likely to be accepted, where the schema alone does not say it. */
export const VALID_VALUES: Record<string, Make> = {
  'POST /api/patients json': aPatient,
  'POST /api/v1/patients json': aPatient,
  'POST /api/windows/:id/call-next json': random => ({
    finish: random.oneOf('completed', 'dispensary', null),
  }),
  'POST /api/tv/:token/receipts json': (random, { known }) => [
    {
      sequence: Number(known.pick('calls', random) ?? 1),
      shownAt: new Date(0).toISOString(),
      sound: random.oneOf('played', 'blocked', 'failed', 'off'),
    },
  ],
  'PATCH /api/patients/:id/status json': (random, { known }) => ({
    status: random.oneOf(...REQUESTED_STATUSES),
    windowId: random.happens(0.7) ? Number(known.pick('windows', random) ?? 2) : null,
    requeueReason: random.oneOf(...REQUEUE_REASONS),
  }),
  'POST /api/tv-devices/pair json': (random, { known }) => ({
    userId: 1,
    name: `TV ${unique(random)}`,
    code: known.pick('pairing code', random) ?? 'ACDEFG',
  }),
  'PUT /api/settings json': random => {
    const [key, { category, fallback }] = random.oneOf(...Object.entries(SETTINGS_SCHEMA))
    return { settings: [{ key, value: fallback, category }] }
  },
  'POST /api/media json': random =>
    random.oneOf(
      { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', name: 'Film' },
      { type: 'video', url: 'https://films.example/film.mp4' },
    ),
  'POST /api/media/upload form': file(JPEG, { name: 'Poster' }),
  'PUT /api/voice/recordings/:language/:clip form': file(RECORDING),
  'POST /api/auth/login json': credentials,
  'POST /api/qr/:id/authorize json': credentials,
  'POST /api/qr/:id/finalize json': (random, { known, params }) => ({
    tvVerifier: known.pick(`code of ${params.id}`, random) ?? '123456',
  }),
  'POST /api/auth/change-password json': (_, { roles, role }) => {
    const { password } = roles.account(role)
    return { currentPassword: password, newPassword: password }
  },
}

/** A path's parameter with the segment before it, where no response names a value. */
export const VALID_PARAMS: Record<string, string> = {
  'recordings/:language': 'ms',
  'voice/:language': 'en',
  '/:clip': 'room',
  'clips/:file': 'room.mp3',
  'calls/:sequence': '1',
  'voice/:file': 'ms.mp3',
}

const QUERY = {
  after: '0',
  latitude: '3.1',
  longitude: '101.7',
  userId: '1',
  number: '7',
  room: 'Room 1',
  from: '2026-01-01',
  to: '2199-12-31',
}
/** These are required where they are read; other queries are sent with half of the requests. */
const REQUIRED = ['userId', 'number', 'from']

/** Many routes read the same fields, so values are found by the name of a field. */
export function validQuery({ samples }: RouteRequest, random: SeededRandom) {
  const names = Object.keys(samples.query ?? {})
  const known = Object.entries(QUERY).filter(([name]) => names.includes(name))
  const isSent = random.happens(0.5) || REQUIRED.some(name => names.includes(name))
  return isSent && known.length > 0 ? Object.fromEntries(known) : undefined
}

function aPatient(random: SeededRandom) {
  return {
    name: `${NAME_MARK} ${unique(random)}`,
    ...(random.happens(0.2) ? { isPriority: true, priorityReason: `${NAME_MARK} old` } : {}),
  }
}

function credentials(_: SeededRandom, { roles, role }: Context) {
  const { username, password } = roles.account(role)
  return { username, password }
}

function file(valid: Uint8Array, others: object = {}): Make {
  return random => ({ ...others, file: random.happens(0.5) ? valid : hostileFile(random) })
}

export function withUniqueNames(sample: unknown, random: SeededRandom): unknown {
  if (typeof sample !== 'object' || sample === null) return sample
  const names = ['name', 'username'].filter(name => name in sample)
  return { ...sample, ...Object.fromEntries(names.map(name => [name, unique(random)])) }
}

function unique({ next }: SeededRandom) {
  return Math.floor(next() * 2 ** 40).toString(36)
}
