import { cleanName, cleanText, cutText } from '../text.ts'
import { cleanPhone, getPhoneProblem } from './phone.ts'

/**
 * A text that is typed of a patient. Forms, schemas, database queries, the search, lists of
 * appointments and **Forget name** read these rows. TVs, tickets, programs and files pick what they
 * show: a new row is in none of them.
 */
type FieldRow = {
  label: string
  /** In characters as people count them. */
  max: number
  /** What a form keeps of a text while it is typed. */
  toInput(typed: string): string
  /** The text as it is stored; '' for none. */
  clean(typed: string): string
  /** A sentence about a cleaned text, or null. Its length is checked elsewhere. */
  getProblem?(text: string): string | null
  /** For programs. */
  description: string
  /** Without a text, JSON has no such field. Forms show it as a field of its own, "(optional)". */
  isOptional?: true
  /** The setting with which a clinic asks for it, and the answer of a clinic that does not. */
  asked?: { by: 'askPhone'; refusal: string }
  inputType?: 'tel'
  /** Whether the desks' search finds it. */
  isSearched?: true
  /** Headings of its column in a list of appointments. */
  listHeadings?: readonly string[]
}

const NAME_HEADINGS = `name, full name, patient, patient name, patients name, name of patient, nama,
  nama penuh, pesakit, nama pesakit, patientenname`

const ROWS = {
  name: {
    ...toUpperCase('Name', 25, cleanName),
    isSearched: true,
    listHeadings: NAME_HEADINGS.split(','),
  },
  priorityReason: toUpperCase('Priority reason', 100, cleanText),
  phone: {
    label: 'Phone',
    max: 40,
    toInput: typed => typed,
    clean: cleanPhone,
    getProblem: getPhoneProblem,
    description: '6 to 15 digits, with + before a country code; only if the clinic asks for one',
    isOptional: true,
    asked: { by: 'askPhone', refusal: 'This clinic does not ask for phone numbers' },
    inputType: 'tel',
  },
} satisfies Record<string, FieldRow>

function toUpperCase(label: string, max: number, clean: (typed: string) => string) {
  return {
    label,
    max,
    toInput: (typed: string) => cutText(typed.toUpperCase(), max),
    clean: (typed: string) => clean(typed).toUpperCase(),
    description: `At most ${max} characters as people count them, in upper case: a letter with its marks is one, so that a text with more code points may be accepted. Nothing is cut.`,
  }
}

export type PatientField = keyof typeof ROWS
type FieldsWith<Property> = {
  [Field in PatientField]: (typeof ROWS)[Field] extends Property ? Field : never
}[PatientField]
export type OptionalField = FieldsWith<{ isOptional: true }>
export type ListField = FieldsWith<{ listHeadings: readonly string[] }>

export const PATIENT_FIELDS: Record<PatientField, FieldRow> = ROWS
// Safe: these are the keys of the rows.
export const PATIENT_FIELD_NAMES = Object.keys(ROWS) as PatientField[]
export const SEARCHED_FIELDS = PATIENT_FIELD_NAMES.filter(field => PATIENT_FIELDS[field].isSearched)
export const OPTIONAL_FIELDS = PATIENT_FIELD_NAMES.filter(isOptional)
export const LIST_FIELDS = PATIENT_FIELD_NAMES.filter(isOfList)

/** What a form has typed; '' for none. */
export type FormTexts = Record<PatientField, string>
/** Cleaned; null for none. */
export type StoredTexts = Record<PatientField, string | null>
/** What a patient has. */
export type PatientTexts = Record<Exclude<PatientField, OptionalField>, string | null> & {
  [Field in OptionalField]?: string
}
/** What an appointment has. */
export type ListTexts = Record<ListField, string | null>

function isOptional(field: PatientField): field is OptionalField {
  return PATIENT_FIELDS[field].isOptional === true
}

function isOfList(field: PatientField): field is ListField {
  return PATIENT_FIELDS[field].listHeadings !== undefined
}

export function mapFields<Value, Field extends PatientField = PatientField>(
  toValue: (field: Field) => Value,
  // Safe: without a list, every field is one of them.
  fields: readonly Field[] = PATIENT_FIELD_NAMES as Field[],
) {
  // Safe: each field has its value.
  return Object.fromEntries(fields.map(field => [field, toValue(field)])) as Record<Field, Value>
}

export const NO_TEXTS = mapFields(() => null)
export const NO_LIST_TEXTS = mapFields(() => null, LIST_FIELDS)

/** The optional texts that there are. */
export function toGivenTexts(stored: Record<OptionalField, string | null>) {
  const given = OPTIONAL_FIELDS.filter(field => stored[field] !== null)
  // Safe: null is left out.
  return mapFields(field => stored[field], given) as { [Field in OptionalField]?: string }
}

export function toStoredTexts(patient: PatientTexts): StoredTexts {
  return mapFields(field => patient[field] ?? null)
}

export function toFormTexts(patient: PatientTexts): FormTexts {
  return mapFields(field => patient[field] ?? '')
}
