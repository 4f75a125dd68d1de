import { z } from 'zod'
import { formatNumber } from '#domain/patients/patient'
import { PLACE_TYPES } from '#domain/rooms/spoken-place'
import { CLIPS, isClip } from '#domain/voice/clips'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { idField, textField } from './fields.ts'

const language = z.enum(VOICE_LANGUAGES)
const spokenAs = z.enum(PLACE_TYPES, {
  error: `spokenAs must be null or one of ${PLACE_TYPES.join(', ')}`,
})

export const roomVoiceForm = z.object({ spokenAs: spokenAs.nullable() })

export const voiceParam = z.object({ language })

const withoutEnding = z.string().transform(file => file.replace(/\.mp3$/, ''))

export const callVoiceParam = z.object({ sequence: idField, file: withoutEnding.pipe(language) })

/** `at`: when the call was made. TVs of version 1.0.0 do not send it. */
export const callVoiceQuery = z.object({ at: z.string().max(40).optional() })

export const clipParam = z.object({ language, file: withoutEnding.pipe(z.enum(CLIPS)) })

/** A number as it is shown, such as `7`, `007` or `B007`. */
const numberField = z
  .string()
  .regex(/^[A-Z]?\d{1,5}$/, { error: 'number must be a number' })
  .transform(text => {
    const [, prefix = '', digits] = /^(\D?)(\d+)$/.exec(text) ?? []
    return formatNumber(Number(digits), prefix)
  })

export const voiceQuery = z.object({
  number: numberField,
  room: textField('room must be text').default(''),
  roomId: idField.optional(),
})

export const recordingForm = z.object({
  file: z.instanceof(File, { error: 'file must be a file' }),
})

const ROOM_CLIP = /^room-[1-9]\d{0,9}$/

export const recordingParam = z.object({
  language,
  clip: z.string().refine(clip => isClip(clip) || ROOM_CLIP.test(clip)),
})
