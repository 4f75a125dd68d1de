import { Hono } from 'hono'
import { describeRegistration, toDetail, toSubject } from '#domain/audit/audit'
import { toPatientJson } from '#domain/patients/patient-json'
import { forgetPatient } from '../../actions/forget.ts'
import {
  changePatientStatus,
  deletePatient,
  registerPatient,
  resetQueue,
} from '../../actions/patients.ts'
import { undoReset, undoStep } from '../../actions/undo.ts'
import { getNextNumber, getPatients } from '../../queries/queue.ts'
import { getTicket } from '../../queries/tickets.ts'
import { answerPatient } from '../answers.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { registrationForm, seenQuery, statusForm, undoForm } from '../schemas/patients.ts'
import { getTicketUrl } from './tickets.ts'

export const patients = new Hono<AppEnv>()
  .use(requireSession)
  // Before `idempotent`, which answers a repeated request by itself.
  .use('/:id/forget', requireAdmin)
  .use(idempotent)

  .get('/', c =>
    cachedJson(c, 'patients', async () => (await getPatients(c.var.app)).map(toPatientJson)),
  )

  .get('/next-number', async c => c.json({ nextNumber: await getNextNumber(c.var.app) }))

  .get('/:id/ticket', byId, async c => {
    const { ticket } = await getTicket(c.var.app, c.req.valid('param').id)
    return c.json({ url: getTicketUrl(c, ticket), ticket })
  })

  .post('/', validate('json', registrationForm), async c => {
    const { app, session } = c.var
    const patient = await registerPatient(app, c.req.valid('json'), session.user.id)
    c.set('audited', describeRegistration(patient))
    return answerPatient(c, patient, 201)
  })

  // Before `/:id/undo`, which would match as well.
  .post('/reset-queue', async c => {
    const { app, session } = c.var
    const deletedCount = await resetQueue(app, session.user.id)
    c.set('audited', { action: 'queue reset', detail: `${deletedCount} patients` })
    return c.json({ deletedCount })
  })

  .post('/reset-queue/undo', async c => {
    const { app, session } = c.var
    const restoredCount = await undoReset(app, session.user.id)
    c.set('audited', { action: 'reset undone', detail: `${restoredCount} patients` })
    return c.json({ restoredCount })
  })

  .patch('/:id/status', byId, validate('json', statusForm), async c => {
    const { app, session } = c.var
    const { id } = c.req.valid('param')
    const change = c.req.valid('json')
    const patient = await changePatientStatus(app, id, change, session.user.id)
    c.set('audited', {
      action: 'patient step',
      subject: toSubject(patient),
      detail: toDetail(change.status, patient.room?.name),
    })
    return answerPatient(c, patient)
  })

  .post('/:id/undo', byId, validate('json', undoForm), async c => {
    const { app, session } = c.var
    const { id } = c.req.valid('param')
    const patient = await undoStep(app, id, c.req.valid('json'), session.user.id)
    c.set('audited', { action: 'step undone', subject: toSubject(patient) })
    return answerPatient(c, patient)
  })

  .post('/:id/forget', byId, async c => {
    const patient = await forgetPatient(c.var.app, c.req.valid('param').id)
    c.set('audited', { action: 'name removed', subject: toSubject(patient) })
    return answerPatient(c, patient)
  })

  .delete('/:id', byId, validate('query', seenQuery), async c => {
    const { app } = c.var
    const patient = await deletePatient(app, c.req.valid('param').id, c.req.valid('query'))
    c.set('audited', { action: 'patient deleted', subject: toSubject(patient) })
    return c.json({ success: true })
  })
