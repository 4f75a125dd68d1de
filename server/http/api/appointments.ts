import { Hono } from 'hono'
import { z } from 'zod'
import { toSubject } from '#domain/audit/audit-entry'
import { checkIn } from '../../actions/appointments.ts'
import { checkList, getAppointments, getListedAppointments } from '../../queries/appointments.ts'
import { answerPatient } from '../answers.ts'
import { limitList, readList, uploadList } from '../appointment-list.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import { dayField, dayParam } from '../schemas/fields.ts'

/** Paths with a separate limit, because a list is larger than other bodies. */
export const LIST_PATHS = ['/api/appointments/*', '/api/v1/appointments/*']

/** `day` lists that day. `around` also lists appointments close to it, as reception needs them. */
const dayQuery = dayParam.partial().extend({ around: dayField('around').optional() })

/** `check`: returns what an upload would save, but saves nothing. */
const uploadQuery = z.object({ check: z.literal('1').optional() })

export const appointments = new Hono<AppEnv>()
  .use(requireSession, limitList)

  .get('/', validate('query', dayQuery), async c => {
    const { app } = c.var
    const { day, around } = c.req.valid('query')
    return c.json(await (day ? getAppointments(app, day) : getListedAppointments(app, around)))
  })

  .put(
    '/:day',
    limitRate('lists'),
    validate('param', dayParam),
    validate('query', uploadQuery),
    async c => {
      const { day } = c.req.valid('param')
      if (c.req.valid('query').check === undefined) return uploadList(c, day)
      return c.json(await checkList(c.var.app, day, await readList(c)))
    },
  )

  .post('/:id/check-in', byId, c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { patient, change } = await checkIn(tx, id, c.var.app.config.timeZone)
      const detail = 'appointment'
      const audit = { action: 'patient registered', subject: toSubject(patient), detail } as const
      return { ...answerPatient(patient), status: 201, audit, change }
    }),
  )
