import { z } from 'zod'
import { isFrameOrigin } from '#domain/display/frame-origin'
import { NAME_MODES, OVERSCANS, TV_LAYOUTS, type TvOptions } from '#domain/display/tv-options'
import { TV_LANGUAGES } from '#domain/display/words/languages'
import { LOGO_TYPES } from '#domain/media/media'
import { HOLD_KINDS, type PatientState, STATUSES } from '#domain/patients/patient'
import { SCOPES } from '#domain/programs/api-token'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { MAX_ID } from '../schema/columns.ts'

type Fields<T> = { [Key in keyof Required<T>]: z.ZodType }

const id = z.int().min(1).max(MAX_ID)
const ids = z.array(id)
const instant = z.iso.datetime()
const count = z.int().min(0).max(1e9)

const tvOptions = {
  layout: z.enum(TV_LAYOUTS),
  rooms: ids,
  queues: ids,
  names: z.enum(NAME_MODES),
  showsWaiting: z.boolean(),
  showsRange: z.boolean(),
  showsMissed: z.boolean(),
  overscan: z.literal(OVERSCANS),
  hasSound: z.boolean(),
  hasVoice: z.boolean(),
  languages: z.array(z.enum(VOICE_LANGUAGES)),
  textLanguages: z.array(z.enum(TV_LANGUAGES)),
  frameOrigin: z.string().refine(isFrameOrigin),
  isScreen: z.literal(true),
} satisfies Fields<TvOptions>

const room = z.object({ id: id.nullable(), name: z.string() })

const patientState = {
  status: z.enum(STATUSES),
  queue: z.object({ id, name: z.string(), prefix: z.string().nullable() }).nullish(),
  calledAt: instant.nullable(),
  room: room.nullable(),
  lastRoom: room.nullable(),
  requeueReason: z.string().nullable(),
  readyForDispensary: z.boolean(),
  hold: z
    .object({
      kind: z.enum(HOLD_KINDS),
      callsLeft: z.number().optional(),
      until: instant.optional(),
    })
    .nullable(),
  missedCount: z.number(),
} satisfies Fields<PatientState>

/** Checks every own key, because zod's record leaves out a room named `__proto__`. */
const recordOf = (key: z.ZodType<string, string>, value: z.ZodType) =>
  z
    .custom<Record<string, unknown>>(
      given => typeof given === 'object' && given !== null && !Array.isArray(given),
    )
    .transform(given => Object.entries(given))
    .pipe(z.array(z.tuple([key, value])))

/** Limits the hours, because a report draws a column for each hour up to the last hour. */
const hour = z.string().regex(/^(1?\d|2[0-3])$/)
const histogram = recordOf(z.string().regex(/^\d{1,9}$/), count)
const tally = z.object({ n: count, waits: histogram, missed: count, noShow: count })

const daySums = z.object({
  hours: recordOf(hour, tally),
  rooms: recordOf(z.string(), tally.extend({ services: histogram })),
  queues: recordOf(z.string(), tally).optional(),
})

const HASH =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/** About three times our own cost, so a crafted hash cannot use up the computer's memory. */
const MAX_COST = { kibibytes: 65_536, passes: 10, lanes: 4 }

function isAffordable(hash: string) {
  const [, kibibytes = 0, passes = 0, lanes = 0] = (HASH.exec(hash) ?? []).map(Number)
  const isLow =
    kibibytes <= MAX_COST.kibibytes && passes <= MAX_COST.passes && lanes <= MAX_COST.lanes
  return isLow && Math.min(kibibytes, passes, lanes) > 0
}

/** The program writes these columns itself, so it reads their values without a check. */
export const SHAPES: Record<string, z.ZodType> = {
  'tv_devices.options': z.object(tvOptions).partial(),
  'api_tokens.scopes': z.array(z.enum(SCOPES)),
  'undoable_steps.state': z.object(patientState),
  'undoable_steps.counted_down': ids,
  'report_days.sums': daySums,
  'idempotency_keys.answer': z.union([
    z.object({ body: z.unknown().nonoptional() }),
    z.object({ of: z.string() }),
  ]),
  'users.password_hash': z.string().refine(isAffordable),
  // Nobody can sign in with an empty key.
  'secrets.value': z.string().min(1),
  // These become headers and addresses.
  'media.filename': z.string().regex(/^[0-9a-z.]*$/),
  'media.mime': z.enum(LOGO_TYPES),
  'media.url': z.string().regex(/^https?:\/\//),
}
