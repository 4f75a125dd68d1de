import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { JPEG } from '../../../support/files/images.ts'
import type { RouteRequest } from '../../../support/server/request-inputs.ts'
import type { SeededRandom } from '../../seeded-random.ts'
import type { Role, Roles } from '../roles.ts'
import { hostileFile } from './hostile-files.ts'
import { NAME_MARK } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'

const RECORDING = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../../static/voice/ms/counter.mp3')),
)

export type State = {
  known: KnownValues
  roles: Pick<Roles, 'account' | 'cookie' | 'token'>
}
type Context = State & { role: Role; params: Record<string, string> }
type Make = (random: SeededRandom, context: Context) => unknown

/** What is likely to be accepted, where the schema alone does not say it. New routes use their schema. */
export const VALID_VALUES: Record<string, Make> = {
  'POST /api/patients json': random => ({
    name: `${NAME_MARK} ${unique(random)}`,
    ...(random.happens(0.2) ? { isPriority: true, priorityReason: `${NAME_MARK} old` } : {}),
  }),
  'PATCH /api/patients/:id/status json': (random, { known }) => ({
    status: random.oneOf(...REQUESTED_STATUSES),
    windowId: random.happens(0.7) ? Number(known.pick('windows', random) ?? 2) : null,
    requeueReason: random.oneOf(...REQUEUE_REASONS),
  }),
  'POST /api/windows json': named('Room'),
  'PUT /api/windows/:id json': named('Room'),
  'POST /api/users json': random => ({
    username: `u ${unique(random)}`,
    password: 'correct horse',
    role: random.oneOf('user', 'admin'),
  }),
  'POST /api/tv-devices json': named('TV', { userId: 1 }),
  'PUT /api/tv-devices/:id json': named('TV'),
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
  'POST /api/media/upload form': random => ({
    file: random.happens(0.5) ? JPEG : hostileFile(random),
    name: 'Poster',
  }),
  'PUT /api/voice/recordings/:language/:clip form': random => ({
    file: random.happens(0.5) ? RECORDING : hostileFile(random),
  }),
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

/** Of a path's parameter and the segment before it, where no response names one. */
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
}
/** Required in one route; in the others half of the requests have none. */
const REQUIRED = ['userId', 'number']

/** By the names of its fields, because many routes read the same ones. */
export function validQuery({ samples }: RouteRequest, random: SeededRandom) {
  const names = Object.keys(samples.query ?? {})
  const known = Object.entries(QUERY).filter(([name]) => names.includes(name))
  const isSent = random.happens(0.5) || REQUIRED.some(name => names.includes(name))
  return isSent && known.length > 0 ? Object.fromEntries(known) : undefined
}

function credentials(_: SeededRandom, { roles, role }: Context) {
  const { username, password } = roles.account(role)
  return { username, password }
}

function named(label: string, others: object = {}): Make {
  return random => ({ ...others, name: `${label} ${unique(random)}` })
}

function unique({ next }: SeededRandom) {
  return Math.floor(next() * 2 ** 40).toString(36)
}
