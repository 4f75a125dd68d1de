import { type Context, Hono } from 'hono'
import { DomainError } from '#domain/errors'
import type { KioskRegistration } from '#domain/kiosk/kiosk'
import { assertKioskMayRegister, registerAtKiosk } from '../../actions/kiosk.ts'
import { getKioskView } from '../../queries/kiosk.ts'
import { type AppEnv, getKiosk, requireKiosk } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { performPrepared } from '../perform.ts'
import { kioskForm } from '../schemas/kiosk.ts'
import { getTicketUrl } from './tickets.ts'

/** A kiosk registers, and reads nothing of any patient. */
export const kiosk = new Hono<AppEnv>()
  .use('/:token/*', requireKiosk)

  .get('/:token', async c => c.json(await getKioskView(c.var.app)))

  .post('/:token/patients', validate('json', kioskForm), c => {
    const { app } = c.var
    const device = getKiosk(c)
    const input = c.req.valid('json')
    return performPrepared(
      c,
      () => assertKioskMayRegister(app, device, input),
      async tx => {
        const { patient, ticket, ...written } = await registerAtKiosk(app, tx, device, input)
        const body: KioskRegistration = { label: patient.label, ticketUrl: findUrl(c, ticket) }
        return { ...written, body, status: 201 }
      },
    )
  })

/** The patient waits all the same if no phone could open the ticket. */
function findUrl(c: Context<AppEnv>, ticket: string | null) {
  try {
    return ticket && getTicketUrl(c, ticket)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
