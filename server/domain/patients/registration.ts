import { Refusal } from '../errors.ts'
import { letters } from '../text.ts'

export const NAME_MAX = 25
export const PRIORITY_REASON_MAX = 100

/** What the database has room for; no script needs more. */
const MOST_CODE_POINTS_A_LETTER = 4
/** Control characters: nobody types them, and the database would end a text at the first one. */
const INVISIBLE = /(?!\s)\p{Cc}/gu

/** A registration as it will be kept: upper case, trimmed, null where nothing was given. */
export type Registration = {
  name: string | null
  isPriority: boolean
  priorityReason: string | null
  type: string
}

/** What the name field keeps of what is typed. */
export function typedName(input: string) {
  return upperCase(input, NAME_MAX)
}

export function typedReason(input: string) {
  return upperCase(input, PRIORITY_REASON_MAX)
}

function upperCase(input: string, max: number) {
  return letters(input.toUpperCase()).slice(0, max).join('')
}

/** When the Register button may be pressed. */
export function canRegister(form: { name: string; isPriority: boolean; reason: string }) {
  return form.name.trim() !== '' && (!form.isPriority || form.reason.trim() !== '')
}

type Wish = {
  name?: string | null | undefined
  isPriority?: boolean | undefined
  priorityReason?: string | null | undefined
  type?: string | undefined
}

/** Turns what was sent into what will be kept, or refuses with the field's name. */
export function registration({ name, isPriority = false, priorityReason, type = 'name' }: Wish) {
  const wanted = isPriority ? priorityReason : null
  const reason = kept(wanted, PRIORITY_REASON_MAX, 'priorityReason', 'Priority reason')
  if (isPriority && reason === null) {
    throw new Refusal('Priority reason is required', { status: 400, field: 'priorityReason' })
  }
  return {
    name: kept(name, NAME_MAX, 'name', 'Name'),
    isPriority,
    priorityReason: reason,
    type,
  } satisfies Registration
}

function kept(input: string | null | undefined, max: number, field: string, label: string) {
  const text = (input ?? '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().toUpperCase()
  if (letters(text).length > max || [...text].length > max * MOST_CODE_POINTS_A_LETTER) {
    throw new Refusal(`${label} must be at most ${max} characters`, { status: 400, field })
  }
  return text === '' ? null : text
}
