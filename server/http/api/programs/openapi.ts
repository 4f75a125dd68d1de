import { formatScopes, V1_RIGHTS } from '#domain/programs/api-token'
import { BUILD } from '../../../config/version.ts'
import { toJsonSchema, v1 } from '../../schemas/v1.ts'

const BASE = '/api/v1'

type Operation = { operationId: string; summary: string; [field: string]: unknown }

const toRef = (schema: string) => ({ $ref: `#/components/schemas/${schema}` })
const json = (schema: string) => ({ content: { 'application/json': { schema: toRef(schema) } } })
const answer = (description: string, schema: string) => ({ description, ...json(schema) })

const ERRORS = {
  400: answer('The input is not valid', 'Error'),
  401: answer('The token is missing, unknown or revoked', 'Error'),
  403: answer('The token may not do this', 'Error'),
  429: answer('Too many requests; see Retry-After', 'Error'),
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any text of up to 200 characters. The same key is carried out once.',
  schema: { type: 'string', maxLength: 200 },
}
const IN_PATH = { in: 'path', required: true }
const PATIENT_ID = { name: 'id', ...IN_PATH, schema: { type: 'integer' } }
const DAY = { name: 'day', ...IN_PATH, schema: { type: 'string', format: 'date' } }
const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The id of the last event that was received. Later calls come first; all of the day if the clinic has no such call.',
  schema: { type: 'string' },
}

const OPERATIONS: Record<string, Operation> = {
  'POST /api/v1/patients': {
    operationId: 'registerPatient',
    summary: 'Registers a patient and gives the next number',
    description: 'The answer has what was sent; a token with "queue" gets the patient as by now.',
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, ...json('NewPatient') },
    responses: {
      201: answer('Registered', 'Patient'),
      404: answer('The queue does not exist', 'Error'),
      409: answer('The queue is not active', 'Error'),
      422: answer('The key was used for a request with another content', 'Error'),
      ...ERRORS,
    },
  },
  'POST /api/v1/patients/:id/back': {
    operationId: 'bringBack',
    summary: 'Brings a patient who is away, or on hold, back to the queue',
    description: 'A token with "queue" gets the patient, any other only the number.',
    parameters: [PATIENT_ID, IDEMPOTENCY_KEY],
    responses: {
      200: {
        description: 'Back, with the waiting time of before',
        content: {
          'application/json': { schema: { anyOf: [toRef('Patient'), toRef('PatientNumber')] } },
        },
      },
      404: answer('The patient is not listed today', 'Error'),
      409: answer('The patient is not on hold', 'Error'),
      ...ERRORS,
    },
  },
  'PUT /api/v1/appointments/:day': {
    operationId: 'putAppointments',
    summary: "Replaces a day's appointments that have not checked in",
    description: 'A list in JSON, or a CSV file with the headings time, name and queue.',
    parameters: [DAY, IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: {
        ...json('NewAppointments').content,
        'text/csv': { schema: { type: 'string' } },
      },
    },
    responses: {
      200: answer('Replaced', 'Appointments'),
      404: answer('A queue does not exist', 'Error'),
      413: answer('The list is too large', 'Error'),
      ...ERRORS,
    },
  },
  'GET /api/v1/queue': {
    operationId: 'getQueue',
    summary: "Today's patients and the rooms",
    responses: { 200: answer('The queue', 'Queue'), ...ERRORS },
  },
  'GET /api/v1/queues': {
    operationId: 'listQueues',
    summary: 'What patients can be registered for',
    responses: { 200: answer('The queues', 'Queues'), ...ERRORS },
  },
  'GET /api/v1/reports': {
    operationId: 'getReport',
    summary: 'How many came, and how long they waited, without names',
    parameters: toParameters(),
    responses: { 200: answer('The report', 'Report'), ...ERRORS },
  },
  'GET /api/v1/events': {
    operationId: 'followEvents',
    summary:
      'Server-sent events: "call" with its data and an id; "queue" when anything has changed; with "notify", "patient:next" for who is called soon',
    parameters: [LAST_EVENT_ID],
    responses: {
      200: {
        description: 'A stream',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...ERRORS,
    },
  },
}

export function createOpenApi() {
  const { noQuery: _, reportQuery: __, ...bodies } = v1
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clinic Queue',
      version: BUILD.version,
      description: 'For other programs of the clinic. See docs/api.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE }],
    security: [{ token: [] }],
    paths: toPaths(),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(bodies).map(([name, schema]) => [
          name.slice(0, 1).toUpperCase() + name.slice(1),
          toJsonSchema(schema),
        ]),
      ),
    },
  }
}

function toPaths() {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [route, scopes] of Object.entries(V1_RIGHTS)) {
    const [method = '', path = ''] = route.split(' ')
    const operation = OPERATIONS[route]
    if (!operation) throw new Error(`OpenAPI does not describe ${route}`)
    const needed = `Needs a token with ${formatScopes(scopes)}.`
    const description = [operation.description, needed].filter(Boolean).join(' ')
    const short = path.slice(BASE.length).replace(/:(\w+)/g, '{$1}')
    paths[short] = { ...paths[short], [method.toLowerCase()]: { ...operation, description } }
  }
  return paths
}

function toParameters() {
  const { properties = {}, required = [] } = toJsonSchema(v1.reportQuery)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
