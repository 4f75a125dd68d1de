import { Hono } from 'hono'
import { deletePatient } from '../../actions/delete-patient.ts'
import { movePatient } from '../../actions/move-patient.ts'
import { registerPatient } from '../../actions/register-patient.ts'
import { resetQueue } from '../../actions/reset-queue.ts'
import { idParam, registrationForm, seenQuery, statusForm } from '../../forms/forms.ts'
import { lookAtNextNumber, lookAtPatients } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'

export const patients = new Hono<Door>()
  .use(signedIn)

  .get('/', async c => c.json(await lookAtPatients(c.var.clinic)))

  .get('/next-number', async c => c.json({ nextNumber: await lookAtNextNumber(c.var.clinic) }))

  .post('/', jsonOnly, validate('json', registrationForm), async c => {
    const { clinic, session } = c.var
    return c.json(await registerPatient(clinic, c.req.valid('json'), session.user.id), 201)
  })

  .patch(
    '/:id/status',
    validate('param', idParam),
    jsonOnly,
    validate('json', statusForm),
    async c => {
      const { clinic, session } = c.var
      const { id } = c.req.valid('param')
      return c.json(await movePatient(clinic, id, c.req.valid('json'), session.user.id))
    },
  )

  .delete('/:id', validate('param', idParam), validate('query', seenQuery), async c => {
    await deletePatient(c.var.clinic, c.req.valid('param').id, c.req.valid('query'))
    return c.json({ success: true })
  })

  .post('/reset-queue', async c => {
    const { clinic, session } = c.var
    return c.json({ deletedCount: await resetQueue(clinic, session.user.id) })
  })
