import { Hono } from 'hono'
import { describeRegistration, toDetail } from '#domain/audit/audit-entry'
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
      const registered = await registerPatient(tx, c.req.valid('json'))
      const audit = describeRegistration(registered.patient)
      return { ...answerPatient(registered, audit), status: 201 }
    }),
  )

  .patch('/:id', byId, validate('json', detailsForm), c =>
    perform(c, async tx => {
      const changed = await changeDetails(tx, c.req.valid('param').id, c.req.valid('json'))
      const audit = describeRegistration(changed.patient)
      return answerPatient(changed, { ...audit, action: 'patient changed' })
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
      const stepped = await changePatientStatus(tx, c.req.valid('param').id, input)
      const detail = toDetail(input.status, stepped.patient.room?.name)
      return answerPatient(stepped, { action: 'patient step', detail })
    }),
  )

  .post('/:id/back', byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const stepped = await bringBack(tx, c.req.valid('param').id, c.req.valid('query'))
      return answerPatient(stepped, { action: 'patient step', detail: 'back' })
    }),
  )

  .patch('/:id/queue', byId, validate('json', moveForm), c =>
    perform(c, async tx => {
      const moved = await movePatient(tx, c.req.valid('param').id, c.req.valid('json'))
      const detail = getQueueName(moved.patient.queue)
      return answerPatient(moved, { action: 'patient moved', detail })
    }),
  )

  .post('/:id/undo', byId, validate('json', undoForm), c =>
    perform(c, async tx => {
      const undone = await undoStep(tx, c.req.valid('param').id, c.req.valid('json'))
      return answerPatient(undone, { action: 'step undone' })
    }),
  )

  .post('/:id/forget', requireAdmin, byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const forgotten = await forgetPatient(tx, c.req.valid('param').id, c.req.valid('query'))
      return answerPatient(forgotten, { action: 'name removed' })
    }),
  )

  .delete('/:id', byId, validate('query', seenQuery), c =>
    perform(c, async tx => {
      const deleted = await deletePatient(tx, c.req.valid('param').id, c.req.valid('query'))
      const { audit, change } = answerPatient(deleted, { action: 'patient deleted' })
      return { body: { success: true }, audit, change }
    }),
  )
