import { DomainError } from '../errors.ts'
import { fold } from '../fold.ts'
import { cleanName, cleanText, isLongerThan } from '../text.ts'
import { KIOSK_TYPE } from './patient.ts'
import {
  type FormTexts,
  mapFields,
  PATIENT_FIELDS,
  type PatientField,
  type StoredTexts,
} from './patient-fields.ts'

export type RegistrationForm = FormTexts & {
  queueId?: number | null
  isPriority: boolean
  /** True if every TV shows only the number. */
  isDiscreet: boolean
}

export type PatientDetails = StoredTexts & { isPriority: boolean; isDiscreet: boolean }

export type Registration = PatientDetails & { type: string }

type Needed = Pick<RegistrationForm, 'name' | 'isPriority' | 'priorityReason'>

export function canRegister({ name, isPriority, priorityReason }: Needed) {
  return cleanName(name) !== '' && (!isPriority || cleanText(priorityReason) !== '')
}

/** Suggested words for a priority reason, which may also have free text. */
export const PRIORITY_REASONS = ['Elderly', 'Pregnant', 'Child', 'Pain', 'Disabled']

export function hasReason(reason: string, word: string) {
  return splitReason(reason).includes(word.toUpperCase())
}

/** Adds or removes the word; returns null if the reason would be too long. */
export function toggleReason(reason: string, word: string) {
  const parts = splitReason(reason)
  const own = word.toUpperCase()
  const toggled = parts.includes(own) ? parts.filter(part => part !== own) : [...parts, own]
  const text = toggled.join(', ')
  return isLongerThan(text, PATIENT_FIELDS.priorityReason.max) ? null : text
}

function splitReason(reason: string) {
  return reason.split(',').flatMap(part => part.trim() || [])
}

/** Returns a key for comparing names, or null if the name has no letter or digit. */
export function toNameKey(name: string | null) {
  return fold(name ?? '').replace(/[^\p{L}\p{M}\p{N}]/gu, '') || null
}

export type RegistrationInput = {
  [Field in keyof Registration]?: Registration[Field] | undefined
} & { queueId?: number | null | undefined }

export function validateRegistration({
  isPriority = false,
  isDiscreet = false,
  type = 'name',
  ...typed
}: RegistrationInput): Registration {
  const given = isPriority ? typed : { ...typed, priorityReason: null }
  const texts = mapFields(field => toStored(field, given[field] ?? ''))
  if (isPriority && texts.priorityReason === null) {
    throw new DomainError('Priority reason is required', { status: 400, field: 'priorityReason' })
  }
  const cleanType = cleanText(type)
  if (cleanType.toLowerCase() === KIOSK_TYPE) {
    const sentence = `The type ${KIOSK_TYPE} is for the clinic's own kiosks`
    throw new DomainError(sentence, { status: 400, field: 'type' })
  }
  return { ...texts, isPriority, isDiscreet, type: cleanType }
}

function toStored(field: PatientField, typed: string) {
  const { label, max, clean, getProblem } = PATIENT_FIELDS[field]
  const text = clean(typed)
  const isLong = isLongerThan(text, max)
  const problem = isLong ? `${label} must be at most ${max} characters` : getProblem?.(text)
  if (problem) throw new DomainError(problem, { status: 400, field })
  return text === '' ? null : text
}

/** Scripts whose fonts a device may lack. The product ships Latin, Chinese and Tamil fonts. */
const UNSHIPPED = `Arabic Bengali Devanagari Ethiopic Gujarati Gurmukhi Hangul Hebrew Kannada Khmer
  Lao Malayalam Myanmar Oriya Sinhala Telugu Thai Tibetan`

export function getFontProblem(name: string | null) {
  const script = UNSHIPPED.split(/\s+/).find(
    one => name && new RegExp(`\\p{Script=${one}}`, 'u').test(name),
  )
  return script ? `A TV without a font for ${script} shows boxes instead of this name` : null
}
