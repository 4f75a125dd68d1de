import { fold } from '../fold.ts'
import { cleanName, cleanText, cutText } from '../text.ts'

/** A patient's text. Forms and **Forget name** read all rows; TVs, tickets and files do not. */
type FieldRow = {
  label: string
  /** Maximum length, in characters as people count them. */
  max: number
  /** Returns the text that a form keeps while somebody types. */
  toInput(typed: string): string
  /** Returns the text as it is stored, or '' if nothing remains. */
  clean(typed: string): string
  /** Returns a sentence about an invalid cleaned text, or null. It ignores the length. */
  getProblem?(text: string): string | null
  description: string
  /** JSON omits the field if the text is missing. Forms show a separate "(optional)" field. */
  isOptional?: true
  /** The setting that asks for the text, and the error message while the setting is off. */
  asked?: { by: 'askPhone'; refusal: string }
  inputType?: 'tel'
  isSearched?: true
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

/** Texts as typed in a form; '' if a field is empty. */
export type FormTexts = Record<PatientField, string>
/** Cleaned texts; null if a text is missing. */
export type StoredTexts = Record<PatientField, string | null>
export type PatientTexts = Record<Exclude<PatientField, OptionalField>, string | null> & {
  [Field in OptionalField]?: string
}
export type ListTexts = Record<ListField, string | null>

function isOptional(field: PatientField): field is OptionalField {
  return PATIENT_FIELDS[field].isOptional === true
}

function isOfList(field: PatientField): field is ListField {
  return PATIENT_FIELDS[field].listHeadings !== undefined
}

export function mapFields<Value, Field extends PatientField = PatientField>(
  toValue: (field: Field) => Value,
  // Safe: the default list has every field.
  fields: readonly Field[] = PATIENT_FIELD_NAMES as Field[],
) {
  // Safe: each field has its value.
  return Object.fromEntries(fields.map(field => [field, toValue(field)])) as Record<Field, Value>
}

export const NO_TEXTS = mapFields(() => null)
export const NO_LIST_TEXTS = mapFields(() => null, LIST_FIELDS)

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

const PHONE = /^\+?\d{6,15}$/

const INVALID =
  'Please enter a phone number of 6 to 15 digits. It may have spaces, hyphens, dots, brackets, and a + before it.'

/** Removes (0) after a country code, because it is only for calls within the country. */
function cleanPhone(input: string) {
  const typed = fold(input)
  const phone = typed.startsWith('+') ? typed.replace('(0)', '') : typed
  return phone.replace(/[\s().[\]-]/g, '')
}

function getPhoneProblem(phone: string) {
  return phone === '' || PHONE.test(phone) ? null : INVALID
}
