import { aMorning, call, register } from '../day.ts'
import type { Screen } from '../state.ts'

export const DASHBOARD: Screen = {
  title: 'Dashboard',
  places: ['desk', 'phone'],
  states: [
    { name: 'empty', show: scene => scene.open('/', 'DashboardScreen') },
    {
      name: 'a day in progress',
      fill: aMorning,
      show: scene => scene.open('/', 'DashboardScreen'),
    },
    {
      name: 'a call in the preview',
      fill: clinic => register(clinic, 'AHMAD BIN ISMAIL', 5),
      async show({ clinic, page, open }) {
        await open('/', 'DashboardScreen')
        await page.locator('[data-live=on]').waitFor()
        await call(clinic, 1, 2)
        await page.locator('.overlay__name').waitFor()
      },
    },
    {
      name: 'TV Display Ready',
      fill: aMorning,
      show: scene => scene.open('/?fullscreen=1', 'DashboardScreen'),
    },
    {
      name: 'fullscreen, the pointer was moved',
      fill: aMorning,
      async show({ page, open }) {
        await open('/', 'DashboardScreen')
        await page.getByRole('button', { name: 'View Full Display' }).click()
        await page.getByRole('button', { name: 'Exit Fullscreen' }).waitFor()
      },
    },
    {
      name: 'the sidebar collapsed',
      fill: aMorning,
      places: ['desk'],
      async show({ page, open }) {
        await open('/', 'DashboardScreen')
        await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      },
    },
    {
      name: 'the menu open',
      fill: aMorning,
      places: ['phone'],
      async show({ page, open }) {
        await open('/', 'DashboardScreen')
        await page.getByRole('button', { name: 'Open menu' }).click()
      },
    },
    { name: 'an address that is none', show: scene => scene.open('/nothing', 'Sidebar') },
    {
      name: 'the session is being checked',
      places: ['desk'],
      async show({ page, open }) {
        await open('/', 'DashboardScreen')
        await page.evaluate(() => document.body.setAttribute('data-session', 'checking'))
      },
    },
  ],
}
