import { toPageTimeZone } from '#domain/time'
import { getAppointments, hasAppointments } from '../server/queries/appointments.ts'
import { getNextNumbers, getPatients, getQueues } from '../server/queries/queue.ts'
import { getTicketSettings } from '../server/queries/tickets.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  async render({ app }) {
    const [patients, nextNumbers, queues, appointments, takesAppointments, ticket] =
      await Promise.all([
        getPatients(app),
        getNextNumbers(app),
        getQueues(app),
        getAppointments(app),
        hasAppointments(app),
        getTicketSettings(app),
      ])
    const { mode: ticketMode } = ticket
    const expected = takesAppointments ? { appointments, takesAppointments } : {}
    const timeZone = toPageTimeZone(app.config.timeZone)
    const props = {
      patients,
      nextNumbers,
      queues,
      ...expected,
      ticketMode,
      now: app.now(),
      timeZone,
    }
    return <Island name="RegisterScreen" props={props} />
  },
}
