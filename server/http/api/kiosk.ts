import { Hono } from 'hono'
import type { KioskRegistration } from '#domain/kiosk/kiosk'
import { assertKioskMayRegister, registerAtKiosk } from '../../actions/kiosk.ts'
import { getKioskView } from '../../queries/kiosk.ts'
import { type AppEnv, getKiosk, requireKiosk } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { validate } from '../middleware/validation.ts'
import { performPrepared } from '../perform.ts'
import { kioskForm } from '../schemas/patients.ts'
import { findTicketUrl } from './tickets.ts'

export const kiosk = new Hono<AppEnv>()
  .use('/:token/*', requireKiosk)

  .get('/:token', async c => c.json(await getKioskView(c.var.app)))

  .post('/:token/patients', limitRate('kiosk'), validate('json', kioskForm), c => {
    const { app } = c.var
    const device = getKiosk(c)
    const input = c.req.valid('json')
    return performPrepared(
      c,
      () => assertKioskMayRegister(app, device, input),
      async tx => {
        const { patient, ticket, ...written } = await registerAtKiosk(app, tx, device, input)
        // The patient is registered even if no phone can open the ticket.
        const ticketUrl = ticket && findTicketUrl(c, ticket)
        const body: KioskRegistration = { label: patient.label, ticketUrl }
        return { ...written, body, status: 201 }
      },
    )
  })
