import { Hono } from 'hono'
import { describeRegistration, toSubject } from '#domain/audit/audit-entry'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { type Call, formatCallPlace, type NextNotice, parseCallPlace } from '#domain/events'
import { getTvName } from '#domain/patients/patient'
import type { Scope } from '#domain/programs/api-token'
import { bringBack, registerPatient } from '../../../actions/patients.ts'
import { findTokenAccess, getNextNotices } from '../../../queries/programs.ts'
import { getPatients, getQueues, getRooms, getTvCallsAfter } from '../../../queries/queue.ts'
import { readReport } from '../../../queries/reports.ts'
import type { ChannelEvent } from '../../../realtime/channel.ts'
import type { ClientEvent, ProgramFeed } from '../../../realtime/sse.ts'
import { toProgramNumber, toProgramRegistration } from '../../answers.ts'
import { sendEventStream } from '../../live.ts'
import type { AppEnv } from '../../middleware/auth.ts'
import { limitRate } from '../../middleware/rate-limit.ts'
import { readBearer, requireToken } from '../../middleware/token.ts'
import { byId, validate } from '../../middleware/validation.ts'
import { perform } from '../../perform.ts'
import { dayParam } from '../../schemas/fields.ts'
import { v1 as schemas, toV1Patient } from '../../schemas/v1.ts'
import { limitList, uploadList } from '../appointments.ts'
import { findTicketUrl } from '../tickets.ts'
import { createOpenApi } from './openapi.ts'

/** The API for other programs of the clinic, which send a token. See docs/api.md. */
export const v1 = new Hono<AppEnv>()
  .get('/openapi.json', c => c.json(createOpenApi()))

  .use(requireToken)

  .post(
    '/patients',
    limitRate('programs'),
    validate('query', schemas.noQuery),
    validate('json', schemas.newPatient),
    c =>
      perform(c, async tx => {
        const { patient, change } = await registerPatient(tx, c.req.valid('json'))
        const body = await toProgramRegistration(c, patient)
        const answer = { of: 'program patient', id: patient.id } as const
        return { body, answer, status: 201, audit: describeRegistration(patient), change }
      }),
  )

  .post('/patients/:id/back', limitRate('programs'), byId, validate('query', schemas.noQuery), c =>
    perform(c, async tx => {
      const { patient, change } = await bringBack(tx, c.req.valid('param').id)
      const audit = { action: 'patient step', subject: toSubject(patient), detail: 'back' } as const
      const answer = { of: 'program number', id: patient.id } as const
      return { body: toProgramNumber(c, patient), answer, audit, change }
    }),
  )

  .put(
    '/appointments/:day',
    limitRate('lists'),
    limitList,
    validate('query', schemas.noQuery),
    validate('param', dayParam),
    c => uploadList(c, c.req.valid('param').day),
  )

  .get('/queue', validate('query', schemas.noQuery), async c => {
    const [patients, rooms] = await Promise.all([getPatients(c.var.app), getRooms(c.var.app)])
    return c.json(schemas.queue.parse({ patients: patients.map(toV1Patient), rooms }))
  })

  .get('/queues', validate('query', schemas.noQuery), async c =>
    c.json(schemas.queues.parse(await getQueues(c.var.app))),
  )

  .get('/reports', limitRate('reports'), validate('query', schemas.reportQuery), async c => {
    return c.json(await readReport(c.var.app, c.req.valid('query'), c.req.raw.signal))
  })

  .get('/events', validate('query', schemas.noQuery), async c => {
    const { app, events, session, scopes = [] } = c.var
    const token = readBearer(c)
    const { id, user } = session
    const client = { session: id, name: user.username, audience: 'program', options: null } as const
    const isValid = async () => (await findTokenAccess(app, token)) !== null
    const lastId = c.req.header('last-event-id')
    const last = parseCallPlace(lastId ?? '')
    // Uses the rule for TVs: calls of earlier days are never replayed.
    const loadMissed = last ? () => getTvCallsAfter(app, last, DEFAULT_TV_OPTIONS) : undefined
    const load = () => getNextNotices(app)
    const feed = createFeed({
      scopes,
      loadMissed,
      getTicketUrl: ticket => findTicketUrl(c, ticket),
      subscribe: send => app.nextNotices.subscribe({ load, send, lastId }),
    })
    const stream = await sendEventStream(c, events, client, isValid, feed)
    return stream ?? c.json({ error: 'This token is not valid' }, 401)
  })

const QUEUE_CHANGED: ClientEvent = { name: 'queue', payload: {} }

type Options = {
  scopes: Scope[]
  loadMissed?: (() => Promise<Call[]>) | undefined
  getTicketUrl(ticket: string): string | null
  subscribe(send: (notice: NextNotice) => void): () => void
}

function createFeed({ scopes, loadMissed, getTicketUrl, subscribe }: Options): ProgramFeed {
  const readsQueue = scopes.includes('queue')
  function toNextEvent({ ticket, ...notice }: NextNotice): ClientEvent {
    const ticketUrl = ticket === null ? null : getTicketUrl(ticket)
    const payload = schemas.patientNext.parse({ ...notice, ticketId: ticket, ticketUrl })
    // Omit the id if the stream also has calls, because its last id must belong to a call.
    return { name: 'patient:next', payload, ...(readsQueue ? {} : { id: notice.id }) }
  }
  const listen: ProgramFeed['listen'] = send => subscribe(notice => send(toNextEvent(notice)))
  return {
    greeting: readsQueue ? QUEUE_CHANGED : null,
    toEvent: event => (readsQueue ? toQueueEvent(event) : null),
    listen: scopes.includes('notify') ? listen : undefined,
    loadMissed:
      readsQueue && loadMissed ? async () => (await loadMissed()).map(toCallEvent) : undefined,
  }
}

function toQueueEvent(event: ChannelEvent) {
  return event.name === 'patient:called' ? toCallEvent(event.payload.call) : QUEUE_CHANGED
}

/** Sends only the promised fields, because the schema omits all others. */
function toCallEvent(call: Call): ClientEvent {
  const payload = schemas.call.parse({ ...call, name: getTvName(call), room: call.room.name })
  return { name: 'call', sequence: call.sequence, id: formatCallPlace(call), payload }
}
