import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { pluralize } from '#domain/text'
import { checkIn, importAppointments } from '../../actions/appointments.ts'
import {
  assertNoProblems,
  checkList,
  getAppointments,
  getListedAppointments,
  readAppointmentList,
} from '../../queries/appointments.ts'
import { answerPatient } from '../answers.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, limitBody, readList, validate } from '../middleware/validation.ts'
import { perform, performPrepared } from '../perform.ts'
import { dayField, dayParam } from '../schemas/fields.ts'

/** Paths with their own body limit, because a list is larger than other request bodies. */
export const LIST_PATHS = ['/api/appointments/*', '/api/v1/appointments/*']

const MAX_BYTES = 1_000_000

export const limitList = limitBody(
  MAX_BYTES,
  'A list has at most 1 MB. Choose the list of one day.',
)

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
      const registered = await checkIn(tx, id, c.var.app.config.timeZone)
      const audit = { action: 'patient registered', detail: 'appointment' } as const
      return { ...answerPatient(registered, audit), status: 201 }
    }),
  )

export function uploadList(c: Context<AppEnv>, day: string) {
  return performPrepared(
    c,
    async () => {
      const list = await readAppointmentList(c.var.app, day, await readList(c))
      assertNoProblems(list)
      return list.rows
    },
    async (tx, rows) => {
      const { change, ...body } = await importAppointments(tx, day, rows)
      const detail = pluralize(body.expected, 'appointment')
      const audit = { action: 'appointments uploaded', subject: day, detail } as const
      return { body, audit, change }
    },
  )
}
