import { createUser } from '../../server/actions/users.ts'
import { getToday } from '../../server/queries/reports.ts'
import { saveSimulatedHistory } from '../support/database/simulated-history.ts'
import type { App } from '../support/server/test-clinic.ts'
import { aMorning } from './day.ts'
import type { Screen } from './state.ts'

/** Four weeks of a clinic with three rooms, and this morning. */
async function aMonth(clinic: App) {
  await aMorning(clinic)
  const history = { days: 28, patientsPerDay: 130, before: getToday(clinic) }
  await clinic.write(tx => saveSimulatedHistory(tx, history))
}

export const REPORT_SCREENS: Screen[] = [
  {
    title: 'Reports',
    places: ['desk', 'phone'],
    states: [
      { name: 'empty', show: ({ page }) => page.goto('/reports') },
      {
        name: 'a month',
        fill: aMonth,
        isWhole: true,
        show: ({ page }) => page.goto('/reports?from=2026-10-22&to=2026-11-20'),
      },
    ],
  },
  {
    title: 'Audit',
    places: ['desk'],
    states: [
      {
        name: 'a few lines',
        fill: clinic =>
          createUser(clinic, { username: 'siti', password: 'a long one', role: 'user' }),
        async show({ page }) {
          for (const name of ['ALI', 'MEI']) {
            await page.request.post('/api/patients', { data: { name } })
          }
          await page.goto('/audit')
        },
      },
    ],
  },
]
