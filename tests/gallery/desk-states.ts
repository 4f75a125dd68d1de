import { createBackup } from '../../server/actions/system/backups.ts'
import { getToday } from '../../server/queries/reports.ts'
import { saveHistory } from '../support/database/history.ts'
import { aRoomInput } from '../support/samples.ts'
import { authorize, showQr } from '../support/screens/qr.ts'
import { addRoom, createTvDevice, createUser } from '../support/server/actions.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'
import { aMorning, aMorningOfQueues, hangPictures, longNames } from './day.ts'
import { type Scene, type State, state } from './take.ts'

export const DESK_STATES: State[] = [
  state('Login', 'plain', '/', { isSignedOut: true }),
  state('Login', 'QR code', null, { isSignedOut: true, show: ({ page }) => showQr(page) }),
  state('QR Login on a phone', 'verify', null, {
    places: ['phone'],
    isSignedOut: true,
    readme: 'phone.png',
    show: async ({ page, openAnother }) => authorize(page, await showQr(await openAnother())),
  }),
  state('Dashboard', 'empty', '/'),
  state('Dashboard', 'a day in progress', '/', {
    fill: aMorning,
    settings: { showGettingStarted: 'false' },
  }),
  state('Dashboard', 'the menu open', '/', {
    places: ['phone'],
    show: ({ page }) => page.getByRole('button', { name: 'Open menu' }).click(),
  }),
  state('Patient Register', 'a priority patient', '/register', {
    fill: aMorning,
    readme: 'register.png',
    async show({ page }) {
      await page.getByLabel('Patient Name').fill('zainab binti omar')
      await page.getByLabel('Priority Patient').check()
      await page.getByLabel('Priority Reason').fill('elderly, cannot stand long')
    },
  }),
  state('Patient Register', 'queues and appointments', '/register', {
    fill: aMorningOfQueues,
    async show({ page }) {
      await page.getByLabel('Patient Name').fill('zainab binti omar')
      await page.getByText('Blood test').first().click()
    },
  }),
  state('Queue Management', 'three queues', '/queue', {
    fill: aMorningOfQueues,
    readme: 'queues.png',
    show: scene => chooseRoom(scene, ROOMS.two),
  }),
  state('Queue Management', 'empty', '/queue'),
  state('Queue Management', 'a day of 30, room busy', '/queue', {
    fill: aMorning,
    readme: 'queue.png',
    show: scene => chooseRoom(scene, ROOMS.one),
  }),
  state('Queue Management', 'long names', '/queue', { fill: longNames, isWhole: true }),
  state('Queue Management', 'a journey opened, a delete asking', '/queue', {
    fill: aMorning,
    async show(scene) {
      const { page } = scene
      await chooseRoom(scene, ROOMS.two)
      await page.locator('.desk__lists .patient-name__toggle').nth(2).click()
      const menus = page.getByRole('button', { name: /^More for / })
      await menus.nth(5).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
  }),
  state('Queue Management', 'the network is gone', '/queue', {
    fill: aMorning,
    async show(scene) {
      await chooseRoom(scene, ROOMS.one)
      await scene.page.locator('[data-live=on]').waitFor()
      await scene.loseTheClinic()
      await scene.page.locator('.offline-line').waitFor()
    },
  }),
  state('Dispensary Management', 'a day in progress', '/dispensary', { fill: aMorning }),
  state('System Management', 'a day in progress', '/management', {
    isWhole: true,
    async fill(clinic) {
      await aMorning(clinic)
      await addRoom(clinic, aRoomInput('Treatment Room 4 - Dr. Rajeswari Pillai'))
      await createBackup(clinic, 'manual')
    },
  }),
  state('User Management', 'a few users', '/administration', {
    isWhole: true,
    async fill(clinic) {
      for (const username of ['aisyah', 'dr.lim', 'pharmacy.counter.evening.shift'])
        await createUser(clinic, { username, password: 'secret1', role: 'user' })
    },
  }),
  state('Displays', 'two TVs', '/displays', {
    isWhole: true,
    async fill(clinic) {
      await createTvDevice(clinic, { userId: 1, name: 'Waiting hall' })
      await createTvDevice(clinic, { userId: 1, name: 'Children' })
    },
  }),
  ...['media', 'information', 'queue', 'sound'].map(section =>
    state('Settings', section, `/settings?section=${section}`, {
      isWhole: true,
      fill: hangTwo,
      settings: { showPrayerTimes: 'true', enableMarquee: 'true', ticketMode: 'screen' },
    }),
  ),
  state('Settings', 'unsaved changes', '/settings?section=look', {
    fill: hangTwo,
    readme: 'settings.png',
    async show({ page }) {
      await page.getByLabel('Name on the display').fill('KLINIK SERI DAMAI')
      await page.evaluate(() => scrollTo(0, 0))
    },
  }),
  state('Account Settings', 'plain', '/account'),
  state('Reports', 'empty', '/reports'),
  state('Reports', 'a month', '/reports?from=2026-10-22&to=2026-11-20', {
    isWhole: true,
    async fill(clinic) {
      await aMorning(clinic)
      const history = { days: 28, patientsPerDay: 130, before: getToday(clinic) }
      await clinic.write(tx => saveHistory(tx, history))
    },
  }),
  state('Audit', 'a few lines', null, {
    places: ['desk'],
    async show({ page }) {
      for (const name of ['ALI', 'MEI'])
        await page.request.post('/api/patients', { data: { name } })
      await page.goto('/audit')
    },
  }),
]

async function chooseRoom({ page }: Scene, id: number) {
  await page.getByLabel('Select Room for Call').selectOption(String(id))
}

function hangTwo(clinic: App) {
  return hangPictures(clinic, 'wash-hands.png', 'vaccination.png')
}
