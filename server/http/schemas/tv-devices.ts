import { z } from 'zod'
import {
  FRAME_ORIGIN_MAX,
  getFrameOriginProblem,
  normalizeFrameOrigin,
} from '#domain/display/frame-origin'
import { TV_KINDS } from '#domain/display/tv-device'
import { NAME_MODES, OVERSCANS, TV_LAYOUTS } from '#domain/display/tv-options'
import { SOUND_RESULTS } from '#domain/display/tv-report'
import { MAX_TV_LANGUAGES, TV_LANGUAGES } from '#domain/display/words/languages'
import { parseCallPlace, TV_COMMANDS } from '#domain/events'
import { cleanText } from '#domain/text'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import {
  booleanField,
  idField,
  idNumber,
  listField,
  requiredTextField,
  textField,
} from './fields.ts'

export const tvDevicesQuery = z.object({ userId: idField.optional() })

export const tvNameForm = z.object({ name: textField('TV name is required') })

const ownedForm = tvNameForm.extend({
  userId: idNumber('userId'),
})

const kindField = z.enum(TV_KINDS, { error: 'kind must be tv or kiosk' }).optional()

export const tvDeviceForm = ownedForm.extend({ kind: kindField })

export const pairingQuery = z.object({ kind: kindField })

const enumMessage = (field: string, values: readonly (string | number)[]) =>
  `${field} must be ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`

const MAX_CHOICES = 100

function idsField(field: string) {
  const error = `${field} must be a list of ids`
  const id = z.number({ error }).int().positive()
  return listField(id, MAX_CHOICES, error, `${field} has more than ${MAX_CHOICES} ids`).transform(
    all => [...new Set(all)],
  )
}

function languagesField<Language extends string>(
  field: string,
  known: readonly Language[],
  max: number,
  tooLong: string,
) {
  const sentence = `${field} must be a list`
  const language = z.enum(known, { error: enumMessage(field, known) })
  return listField(language, max, sentence, tooLong).transform(all => [...new Set(all)])
}

export const tvOptionsForm = z
  .object({
    layout: z.enum(TV_LAYOUTS, { error: enumMessage('layout', TV_LAYOUTS) }),
    rooms: idsField('rooms'),
    queues: idsField('queues'),
    names: z.enum(NAME_MODES, { error: enumMessage('names', NAME_MODES) }),
    showsWaiting: booleanField('showsWaiting'),
    showsRange: booleanField('showsRange'),
    showsMissed: booleanField('showsMissed'),
    overscan: z.literal(OVERSCANS, { error: enumMessage('overscan', OVERSCANS) }),
    hasSound: booleanField('hasSound'),
    hasVoice: booleanField('hasVoice'),
    languages: languagesField(
      'languages',
      VOICE_LANGUAGES,
      MAX_CHOICES,
      'languages has too many entries',
    ),
    textLanguages: languagesField(
      'textLanguages',
      TV_LANGUAGES,
      MAX_TV_LANGUAGES,
      'textLanguages must be at most two',
    ),
    frameOrigin: textField('frameOrigin must be text', FRAME_ORIGIN_MAX).transform((text, c) => {
      const problem = getFrameOriginProblem(text)
      if (problem !== null) c.addIssue({ code: 'custom', message: problem })
      return normalizeFrameOrigin(text)
    }),
  })
  .partial()

export const tvCommandParam = z.object({
  id: idField,
  command: z.enum(TV_COMMANDS, { error: enumMessage('The command', TV_COMMANDS) }),
})

const receipt = z.object({
  sequence: idNumber('sequence'),
  calledAt: z.string({ error: 'calledAt must be a time' }).max(40).optional(),
  shownAt: z.iso.datetime({ error: 'shownAt must be a time in ISO 8601' }),
  sound: z.enum(SOUND_RESULTS, { error: enumMessage('sound', SOUND_RESULTS) }),
})

export const receiptsForm = listField(
  receipt,
  50,
  'Receipts must be a list',
  'At most 50 receipts are reported at once',
)

const size = z.number({ error: 'viewport must be two numbers' }).int().min(0).max(100_000)

export const heartbeatForm = z.object({
  build: textField('build must be text', 100).transform(cleanText),
  viewport: z.object({ width: size, height: size }),
  audio: z.enum(['ready', 'blocked', 'off'], { error: 'audio must be ready, blocked or off' }),
  clockSkewMs: z.number({ error: 'clockSkewMs must be a number' }).int(),
  lastSequence: z.number({ error: 'lastSequence must be a number' }).int().min(0),
  lastError: textField('lastError must be text', 200).transform(cleanText).nullable(),
})

export const pairForm = ownedForm.extend({
  code: requiredTextField('The code is required', 40),
})

export const callsQuery = z.object({
  after: z
    .string()
    .default('0')
    .transform((text, { addIssue }) => {
      const place = parseCallPlace(text)
      if (!place) addIssue('after must be a number')
      return place ?? z.NEVER
    }),
})

export const currentCallQuery = z.object({ t: z.string().max(40).optional() })

/** `v` is the name of the file. */
export const mediaQuery = z.object({ v: z.string().max(80).optional() })

/** `build`: the script of the TV's page. TVs of version 1.0.0 do not send it. */
export const tvEventsQuery = z.object({ build: textField('build must be text', 100).optional() })
