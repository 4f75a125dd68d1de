import { DomainError } from '../errors.ts'
import { fold } from '../fold.ts'
import { cleanName, cleanText, cutText, isLongerThan } from '../text.ts'
import { KIOSK_TYPE } from './patient.ts'

export const NAME_MAX = 25
export const PRIORITY_REASON_MAX = 100

export type RegistrationForm = {
  name: string
  /** '' without one. */
  phone: string
  /** Null for General. */
  queueId?: number | null
  isPriority: boolean
  priorityReason: string
  /** Every TV shows the number alone. */
  isDiscreet: boolean
}

/** Cleaned and in upper case; null where nothing was entered. */
export type Registration = {
  name: string | null
  isPriority: boolean
  priorityReason: string | null
  isDiscreet: boolean
  type: string
}

/** What may be added or corrected after the registration. */
export type PatientDetails = Pick<
  Registration,
  'name' | 'isPriority' | 'priorityReason' | 'isDiscreet'
> & { phone: string | null }

export function toNameInput(input: string) {
  return toUpperCase(input, NAME_MAX)
}

export function toReasonInput(input: string) {
  return toUpperCase(input, PRIORITY_REASON_MAX)
}

function toUpperCase(input: string, max: number) {
  return cutText(input.toUpperCase(), max)
}

export function canRegister(form: Omit<RegistrationForm, 'isDiscreet' | 'queueId' | 'phone'>) {
  const { name, isPriority, priorityReason } = form
  return cleanName(name) !== '' && (!isPriority || cleanText(priorityReason) !== '')
}

/** Words for a priority reason; free text may stand beside them. */
export const PRIORITY_REASONS = ['Elderly', 'Pregnant', 'Child', 'Pain', 'Disabled']

export function hasReason(reason: string, word: string) {
  return splitReason(reason).includes(word.toUpperCase())
}

/** Null if it would be too long. */
export function toggleReason(reason: string, word: string) {
  const parts = splitReason(reason)
  const own = word.toUpperCase()
  const toggled = parts.includes(own) ? parts.filter(part => part !== own) : [...parts, own]
  const text = toggled.join(', ')
  return isLongerThan(text, PRIORITY_REASON_MAX) ? null : text
}

function splitReason(reason: string) {
  return reason.split(',').flatMap(part => part.trim() || [])
}

/** Null for a name that nobody could read: it is no one's. */
export function toNameKey(name: string | null) {
  return fold(name ?? '').replace(/[^\p{L}\p{M}\p{N}]/gu, '') || null
}

export type RegistrationInput = {
  [Field in keyof Registration]?: Registration[Field] | undefined
} & { queueId?: number | null | undefined; phone?: string | null | undefined }

export function validateRegistration({
  name,
  isPriority = false,
  priorityReason,
  isDiscreet = false,
  type = 'name',
}: RegistrationInput): Registration {
  const reasonInput = isPriority ? priorityReason : null
  const reason = toStored(
    cleanText(reasonInput ?? ''),
    PRIORITY_REASON_MAX,
    'priorityReason',
    'Priority reason',
  )
  if (isPriority && reason === null) {
    throw new DomainError('Priority reason is required', { status: 400, field: 'priorityReason' })
  }
  const cleanType = cleanText(type)
  if (cleanType.toLowerCase() === KIOSK_TYPE) {
    const sentence = `The type ${KIOSK_TYPE} is for the clinic's own kiosks`
    throw new DomainError(sentence, { status: 400, field: 'type' })
  }
  return {
    name: toStored(cleanName(name ?? ''), NAME_MAX, 'name', 'Name'),
    isPriority,
    priorityReason: reason,
    isDiscreet,
    type: cleanType,
  }
}

function toStored(cleaned: string, max: number, field: string, label: string) {
  const text = cleaned.toUpperCase()
  if (isLongerThan(text, max)) {
    throw new DomainError(`${label} must be at most ${max} characters`, { status: 400, field })
  }
  return text === '' ? null : text
}
