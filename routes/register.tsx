import { isEnabled } from '#domain/settings-record'
import { toPageTimeZone } from '#domain/time'
import { getListedAppointments, hasAppointments } from '../server/queries/appointments.ts'
import { getNextNumbers, getPatients, getQueues } from '../server/queries/queue.ts'
import { getSettings } from '../server/queries/settings.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  async render({ app }) {
    const [patients, nextNumbers, queues, appointments, takesAppointments, settings] =
      await Promise.all([
        getPatients(app),
        getNextNumbers(app),
        getQueues(app),
        getListedAppointments(app),
        hasAppointments(app),
        getSettings(app),
      ])
    const props = {
      patients,
      nextNumbers,
      queues,
      ...(takesAppointments ? { appointments, takesAppointments } : {}),
      ticketMode: settings.ticketMode,
      asksPhone: isEnabled(settings, 'askPhone'),
      now: app.now(),
      timeZone: toPageTimeZone(app.config.timeZone),
    }
    return <Island name="RegisterScreen" props={props} />
  },
}
