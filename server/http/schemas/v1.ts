import { z } from 'zod'
import { hideDiscreetName } from '#domain/display/tv-patient'
import { HOLD_KINDS, type Patient, STATUSES } from '#domain/patients/patient'
import { type RegistrationInput, validateRegistration } from '#domain/patients/registration'
import { appointmentList, registrationForm } from './patients.ts'
import { reportQuery } from './reports.ts'

const explainBody = ({ code }: { code: string }) =>
  code === 'invalid_type' ? 'The body must be a JSON object' : undefined

/** The contract with other programs. Fields keep their meaning, and new fields may be added. */

const instant = z.iso.datetime().describe('ISO 8601 in UTC')
const minutes = z.number().int().nullable()

const prefix = z.string().nullable().describe('A letter before the numbers of this queue')

const patientQueue = z
  .object({ id: z.number().int(), name: z.string(), prefix })
  .nullable()
  .describe('What the patient waits for; null for General')

const day = z.iso.date().describe("The clinic's day of the number: another day may repeat it")

const patientNumber = z.object({
  id: z.number().int(),
  number: z.number().int().describe('The number of the day'),
  label: z.string().describe('The number as it is called: 007, or B007 of a queue with a prefix'),
  day,
  queue: patientQueue,
  status: z.enum(STATUSES),
})

const patient = patientNumber.extend({
  name: z.string().nullable().describe('null if there is none, or the patient is discreet'),
  isPriority: z.boolean(),
  isDiscreet: z.boolean(),
  readyForDispensary: z.boolean(),
  hold: z
    .object({
      kind: z.enum(HOLD_KINDS).describe('missed a call; back after a time; away until Back'),
      until: instant.optional().describe('For "timed"'),
      callsLeft: z.number().int().optional().describe('Calls of others until the hold ends'),
    })
    .nullable()
    .describe('Why a requeued patient is not called yet; stays when it is over'),
  room: z.string().nullable().describe('Where the patient is called to'),
  registeredAt: instant,
  calledAt: instant.nullable(),
})

export const v1 = {
  /** Strict, because ignoring a misspelt field would register a patient without a name. */
  newPatient: z.strictObject(registrationForm.shape, { error: explainBody }),
  noQuery: z.strictObject({}),
  patient,
  patientNumber,
  queue: z.object({
    patients: z.array(patient).describe('Everybody who is listed today, in order of registration'),
    rooms: z.array(z.object({ id: z.number().int(), name: z.string(), isActive: z.boolean() })),
  }),
  queues: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      prefix,
      roomIds: z.array(z.number().int()).describe('The rooms that call it'),
      isActive: z.boolean(),
    }),
  ),
  newAppointments: appointmentList,
  appointments: z.object({
    expected: z.number().int().describe('Those who are to come'),
    checkedIn: z.number().int().describe('Those who are there already, and stay'),
  }),
  reportQuery: reportQuery.strict(),
  report: z.object({
    period: z.object({ from: z.iso.date(), to: z.iso.date() }),
    rows: z.array(
      z.object({
        key: z.string().describe('A day, an hour 0-23, a weekday 1 (Monday)-7, a room, or a queue'),
        n: z.number().int().describe('Patients'),
        p50: minutes.describe('Half waited less, in minutes; null for fewer than 5 cases'),
        p90: minutes,
        max: minutes,
        withinTarget: z.number().int().nullable(),
        missed: z.number().int(),
        noShow: z.number().int(),
      }),
    ),
    missingDays: z
      .array(z.iso.date())
      .optional()
      .describe('Days that could not be counted, if there are any; the log says why'),
  }),
  call: z.object({
    patientId: z.number().int(),
    number: z.number().int(),
    label: z.string().describe('The number as it is called'),
    day,
    queue: patientQueue,
    name: z.string().describe('The number as text if there is no name, or the patient is discreet'),
    room: z.string(),
    calledAt: instant,
  }),
  patientNext: z.object({
    id: z.string().describe('The same id is the same wait of the same patient: drop repeats'),
    number: z.number().int(),
    label: z.string().describe('The number as it is called'),
    day,
    queue: patientQueue,
    ticketId: z.string().nullable().describe('Of the ticket; null while tickets are off'),
    ticketUrl: z
      .string()
      .nullable()
      .describe("The patient's page; null while tickets are off, or no phone reaches the clinic"),
    phone: z
      .string()
      .optional()
      .describe(
        'Only if the clinic asks for one and the patient gave one; 6 to 15 digits, or + first',
      ),
  }),
  error: z.object({
    error: z.string().describe('A sentence that can be shown'),
    field: z.string().optional().describe('The invalid field'),
    problems: z
      .array(z.object({ line: z.int(), sentence: z.string() }))
      .optional()
      .describe('What is wrong with each row of a list; in JSON, `line` is the place, from 1'),
  }),
}

/** Returns only the promised fields, because the schema omits all others. */
export function toV1Patient(listed: Patient) {
  const shown = hideDiscreetName(listed)
  return patient.parse({ ...shown, room: shown.room?.name ?? null })
}

const AT_REGISTRATION = {
  status: 'waiting',
  hold: null,
  room: null,
  calledAt: null,
  readyForDispensary: false,
} as const

/** Returns the registration as the program sent it, without later changes by a desk. */
export function toV1Registration(registered: Patient, sent: RegistrationInput) {
  const { name, isPriority, isDiscreet } = validateRegistration(sent)
  return toV1Patient({ ...registered, ...AT_REGISTRATION, name, isPriority, isDiscreet })
}

/** Converts to JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function toJsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
