import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TV_KINDS } from '#domain/display/tv-device'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { REQUESTED_STATUSES } from '#domain/queue/transitions'
import { GROUPS } from '#domain/reports/report'
import { listValues } from '#domain/settings/settings'
import { getRow, SETTING_KEYS } from '#domain/settings/settings-schema'
import { getClinicDay } from '#domain/time'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { JPEG } from '../../support/files/images.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'
import { hostileFile, NAME_MARK, PHONE_MARK, QUEUE_NAMES } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'
import type { Role, Roles } from './roles.ts'

const RECORDING = readFileSync(join(import.meta.dirname, '../../../static/voice/ms/counter.mp3'))

type Context = {
  random: SeededRandom
  known: KnownValues
  roles: Roles
  role: Role
  route: string
  params: Record<string, string>
}
type Make = (context: Context) => unknown

/** Without these settings some routes would refuse everything. */
export const CLINIC = {
  ticketMode: 'screen',
  askPhone: 'true',
  takesAppointments: 'true',
  kioskPrints: 'true',
} as const

/**
 * What is likely to be accepted, by the name of a field, where the schema alone does not say it.
 * A field that is undefined is left out.
 */
const FIELDS: Record<string, Make> = {
  // Only a patient's name may not be in the log.
  name({ random, route }) {
    const isOfQueue = /^\w+ \/api\/queues/.test(route)
    if (isOfQueue) return random.happens(0.5) ? random.oneOf(...QUEUE_NAMES) : unique(random)
    const isMarked = route.endsWith('/patients') || random.happens(0.5)
    return isMarked ? `${NAME_MARK} ${unique(random)}` : random.oneOf(...HOSTILE_NAMES)
  },
  prefix: ({ random }) => random.oneOf(null, 'B', 'x', ' z ', ''),
  roomIds: ({ random, known }) => pickId('windows', random, known),
  servesGeneral: ({ random }) => random.happens(0.5),
  isActive: ({ random }) => random.happens(0.8),
  queueId: ({ random, known }) =>
    random.happens(0.7) ? (pickId('queues', random, known)[0] ?? null) : null,
  queues: ({ random, known }) => pickId('queues', random, known),
  kind: ({ random }) => random.oneOf('tv', 'tv', ...TV_KINDS),
  check: ({ random }) => (random.happens(0.5) ? '1' : undefined),
  priorityReason: () => `${NAME_MARK} old`,
  isPriority: ({ random }) => random.happens(0.2),
  isDiscreet: ({ random }) => random.happens(0.2),
  number: ({ route }) => (route.startsWith('GET') ? 7 : undefined),
  type: ({ random, route }) =>
    route.includes('media') ? random.oneOf('youtube', 'video') : undefined,
  phone: ({ random }) =>
    random.happens(0.5) ? `${PHONE_MARK}${Math.floor(random.between(1_000, 9_999))}` : undefined,
  status: ({ random }) => random.oneOf(...REQUESTED_STATUSES),
  requeueReason: ({ random }) => random.oneOf(...REQUEUE_REASONS),
  windowId: ({ random, known }) =>
    random.happens(0.7) ? Number(known.pick('windows', random) ?? 2) : null,
  seenSteps: ({ random, route }) => (route.endsWith('undo') ? random.oneOf(1, 2, 3) : undefined),
  finish: ({ random }) => random.oneOf('completed', 'dispensary', null),
  chosen({ random, known }) {
    const [id] = pickId('patients', random, known)
    return random.happens(0.7) ? undefined : { id }
  },
  sequence: ({ random, known }) => Number(known.pick('calls', random) ?? 1),
  shownAt: () => new Date(0).toISOString(),
  settings({ random }) {
    const key = random.oneOf(...SETTING_KEYS)
    return listValues({ [key]: getRow(key).default, ...CLINIC })
  },
  url: ({ random }) =>
    random.oneOf('https://youtu.be/dQw4w9WgXcQ', 'https://films.example/film.mp4'),
  file({ random, route }) {
    const valid = route.includes('voice') ? RECORDING : JPEG
    return new File([random.happens(0.5) ? valid : hostileFile(random)], 'file')
  },
  frameOrigin: ({ random }) => random.oneOf('', 'https://player.example'),
  rooms: ({ random, known }) => [Number(known.pick('windows', random) ?? 2)],
  username: ({ random, route, roles, role }) =>
    route.endsWith('users') ? unique(random) : roles.credentials(role).username,
  // A restored backup would replace the data of the run.
  password: ({ random, route, roles, role }) =>
    route.endsWith('restore') ? unique(random) : getPassword({ roles, role }),
  currentPassword: getPassword,
  newPassword: getPassword,
  code: ({ random, known }) => known.pick('pairing codes', random) ?? 'ACDEFG',
  tvVerifier: ({ known, params }) => known.all(`codes of ${params.id}`).at(-1) ?? '123456',
  latitude: () => 3.1,
  longitude: () => 101.7,
  day: getToday,
  from: () => '2026-01-01',
  to: () => '2199-12-31',
  by: ({ random }) => random.oneOf(...GROUPS),
  after: () => '0',
}

/** A path's parameter with the segment before it, where no response names a value. */
export const PARAMS: Record<string, string> = {
  'appointments/:day': getToday(),
  'recordings/:language': 'ms',
  'voice/:language': 'en',
  '/:clip': 'room',
  'clips/:file': 'room.mp3',
  'calls/:sequence': '1',
  'voice/:file': 'ms.mp3',
  '/:command': 'identify',
}

const LEFT_OUT =
  'holdMinutes,seenPatientId,seenRegisteredAt,calledAt,at,v,before,user,action,around'.split(',')

export function fillFields(sample: unknown, context: Context): unknown {
  if (typeof sample !== 'object' || sample === null) return sample
  if (Array.isArray(sample)) return sample.map(item => fillFields(item, context))
  const kept = Object.entries(sample).filter(([name]) => !LEFT_OUT.includes(name))
  const entries = kept.map(([name, inner]) => {
    const make = FIELDS[name]
    return [name, make ? make(context) : fillFields(inner, context)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function getPassword({ roles, role }: Pick<Context, 'roles' | 'role'>) {
  return roles.credentials(role).password
}

function pickId(kind: string, random: SeededRandom, known: KnownValues) {
  const id = known.pick(kind, random)
  return id === undefined ? [] : [Number(id)]
}

function getToday() {
  return getClinicDay(new Date().toISOString(), KUALA_LUMPUR)
}

function unique({ next }: SeededRandom) {
  return Math.floor(next() * 2 ** 40).toString(36)
}
