import { Hono } from 'hono'
import { describeRegistration, toDetail, toSubject } from '#domain/audit/audit-entry'
import { toPatientJson } from '#domain/patients/patient-json'
import { getQueueName } from '#domain/queues/patient-queue'
import { forgetPatient } from '../../actions/forget.ts'
import {
  bringBack,
  changeDetails,
  changePatientStatus,
  deletePatient,
  registerPatient,
  resetQueue,
} from '../../actions/patients.ts'
import { movePatient } from '../../actions/queues.ts'
import { undoReset, undoStep } from '../../actions/undo.ts'
import { getNextNumbers, getPatients, QUEUE_TABLES } from '../../queries/queue.ts'
import { getTicket } from '../../queries/tickets.ts'
import { answerPatient } from '../answers.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import {
  detailsForm,
  moveForm,
  registrationForm,
  seenQuery,
  statusForm,
  undoForm,
} from '../schemas/patients.ts'
import { getTicketUrl } from './tickets.ts'

export const patients = new Hono<AppEnv>()
  .use(requireSession)

  .get('/', c =>
    cachedJson(
      c,
      'patients',
      async () => (await getPatients(c.var.app)).map(toPatientJson),
      QUEUE_TABLES,
    ),
  )

  .get('/next-number', async c => c.json(await getNextNumbers(c.var.app)))

  .get('/:id/ticket', byId, async c => {
    const { ticket } = await getTicket(c.var.app, c.req.valid('param').id)
    return c.json({ url: getTicketUrl(c, ticket), ticket })
  })

  .post('/', validate('json', registrationForm), c =>
    perform(c, async tx => {
      const { patient, change } = await registerPatient(tx, c.req.valid('json'))
      const audit = describeRegistration(patient)
      return { ...answerPatient(patient), status: 201, audit, change }
    }),
  )

  .patch('/:id', byId, validate('json', detailsForm), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await changeDetails(tx, id, c.req.valid('json'))
      const audit = { ...describeRegistration(patient), action: 'patient changed' } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  // This must come before `/:id/undo`, which also matches.
  .post('/reset-queue', c =>
    perform(c, async tx => {
      const { deletedCount, ...written } = await resetQueue(tx)
      const audit = { action: 'queue reset', detail: `${deletedCount} patients` } as const
      return { ...written, body: { deletedCount }, audit }
    }),
  )

  .post('/reset-queue/undo', c =>
    perform(c, async tx => {
      const { restoredCount, ...written } = await undoReset(tx)
      const audit = { action: 'reset undone', detail: `${restoredCount} patients` } as const
      return { ...written, body: { restoredCount }, audit }
    }),
  )

  .patch('/:id/status', byId, validate('json', statusForm), c =>
    perform(c, async tx => {
      const input = c.req.valid('json')
      const { patient, change } = await changePatientStatus(tx, c.req.valid('param').id, input)
      const detail = toDetail(input.status, patient.room?.name)
      const audit = { action: 'patient step', subject: toSubject(patient), detail } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  .post('/:id/back', byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await bringBack(tx, id, c.req.valid('query'))
      const audit = { action: 'patient step', subject: toSubject(patient), detail: 'back' } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  .patch('/:id/queue', byId, validate('json', moveForm), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await movePatient(tx, id, c.req.valid('json'))
      const detail = getQueueName(patient.queue)
      const audit = { action: 'patient moved', subject: toSubject(patient), detail } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  .post('/:id/undo', byId, validate('json', undoForm), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await undoStep(tx, id, c.req.valid('json'))
      const audit = { action: 'step undone', subject: toSubject(patient) } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  .post('/:id/forget', requireAdmin, byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await forgetPatient(tx, id, c.req.valid('query'))
      const audit = { action: 'name removed', subject: toSubject(patient) } as const
      return { ...answerPatient(patient), audit, change }
    }),
  )

  .delete('/:id', byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await deletePatient(tx, id, c.req.valid('query'))
      const audit = { action: 'patient deleted', subject: toSubject(patient) } as const
      return { body: { success: true }, audit, change }
    }),
  )
