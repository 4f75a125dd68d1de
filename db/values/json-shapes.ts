import { isFrameOrigin } from '#domain/display/frame-origin'
import { NAME_MODES, OVERSCANS, TV_LAYOUTS } from '#domain/display/tv-options'
import { TV_LANGUAGES } from '#domain/display/words/languages'
import { HOLD_KINDS, STATUSES } from '#domain/patients/patient'
import { SCOPES } from '#domain/programs/api-token'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { MAX_COUNT, MAX_ID } from './rules.ts'

type Shape = (value: unknown) => boolean

const isId: Shape = value =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID
const isFlag: Shape = value => typeof value === 'boolean'
const isText: Shape = value => typeof value === 'string'
const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value)
const isInstant: Shape = value => isText(value) && !Number.isNaN(Date.parse(String(value)))

const orNull =
  (is: Shape): Shape =>
  value =>
    value === null || is(value)

const isOneOf =
  (values: readonly unknown[]): Shape =>
  value =>
    values.includes(value)

const isListOf =
  (is: Shape): Shape =>
  value =>
    Array.isArray(value) && value.every(is)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads own properties only: a room may be named `__proto__`. */
const isRecordOf =
  (is: Shape, isKey: (key: string) => boolean = () => true): Shape =>
  value =>
    isObject(value) && Object.entries(value).every(([key, one]) => isKey(key) && is(one))

/** Other fields may be there, from another version. */
const hasFields =
  (fields: Record<string, Shape>, { arePartial = false } = {}): Shape =>
  value => {
    if (!isObject(value)) return false
    const own = new Map(Object.entries(value))
    return Object.entries(fields).every(([field, is]) =>
      own.has(field) ? is(own.get(field)) : arePartial,
    )
  }

export const isIdList = isListOf(isId)

export const isScopeList = isListOf(isOneOf(SCOPES))

export const isTvOptions = hasFields(
  {
    layout: isOneOf(TV_LAYOUTS),
    rooms: isIdList,
    queues: isIdList,
    names: isOneOf(NAME_MODES),
    showsWaiting: isFlag,
    showsRange: isFlag,
    showsMissed: isFlag,
    overscan: isOneOf(OVERSCANS),
    hasSound: isFlag,
    hasVoice: isFlag,
    languages: isListOf(isOneOf(VOICE_LANGUAGES)),
    textLanguages: isListOf(isOneOf(TV_LANGUAGES)),
    frameOrigin: value => isText(value) && isFrameOrigin(String(value)),
  },
  { arePartial: true },
)

const isRoom = hasFields({ id: orNull(isId), name: isText })

const isHold: Shape = value =>
  hasFields({ kind: isOneOf(HOLD_KINDS) })(value) &&
  hasFields({ callsLeft: isNumber, until: isInstant }, { arePartial: true })(value)

const isPatientQueue = hasFields({ id: isId, name: isText, prefix: orNull(isText) })

const hasQueue = hasFields({ queue: orNull(isPatientQueue) }, { arePartial: true })

export const isPatientState: Shape = value => hasState(value) && hasQueue(value)

const hasState = hasFields({
  status: isOneOf(STATUSES),
  calledAt: orNull(isInstant),
  room: orNull(isRoom),
  lastRoom: orNull(isRoom),
  requeueReason: orNull(isText),
  readyForDispensary: isFlag,
  hold: orNull(isHold),
  missedCount: isNumber,
})

/** A picture of the reports has a column for each hour up to the last one. */
const isHour = (key: string) => /^(1?\d|2[0-3])$/.test(key)
const isMinutes = (key: string) => /^\d{1,9}$/.test(key)
const isCount: Shape = value =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT
const isHistogram = isRecordOf(isCount, isMinutes)
const tally = { n: isCount, waits: isHistogram, missed: isCount, noShow: isCount }

const hasQueueSums = hasFields({ queues: isRecordOf(hasFields(tally)) }, { arePartial: true })

export const isDaySums: Shape = value => hasSums(value) && hasQueueSums(value)

const hasSums = hasFields({
  hours: isRecordOf(hasFields(tally), isHour),
  rooms: isRecordOf(hasFields({ ...tally, services: isHistogram })),
})

const hasBody = hasFields({ body: () => true })
const isOfSomething = hasFields({ of: isText })

export const isStoredAnswer: Shape = value => hasBody(value) || isOfSomething(value)
