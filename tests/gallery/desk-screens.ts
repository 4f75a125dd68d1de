import { createBackup } from '../../server/actions/backups.ts'
import { addRoom } from '../../server/actions/rooms.ts'
import { createTvDevice } from '../../server/actions/tv/tv-devices.ts'
import { createUser } from '../../server/actions/users.ts'
import { authorize, showQr } from '../support/screens/qr.ts'
import type { App } from '../support/server/test-clinic.ts'
import { aMorning, longNames, save } from './day.ts'
import { hangPictures } from './posters.ts'
import type { Scene, Screen } from './state.ts'

const PLACES = ['desk', 'phone'] as const

const open = (path: string, island: string) => (scene: Scene) => scene.open(path, island)
const openDashboard = open('/', 'DashboardScreen')
const openRegister = open('/register', 'RegisterScreen')
const openDispensary = open('/dispensary', 'DispensaryScreen')
const openSystem = open('/management', 'BackupsCard')
const openUsers = open('/administration', 'UsersScreen')
const openDisplays = open('/displays', 'DisplaysScreen')
const openSettings = (section: string) => open(`/settings?section=${section}`, 'SettingsScreen')
const openLogin = open('/', 'LoginCard')

export const DESK_SCREENS: Screen[] = [
  {
    title: 'Login',
    places: PLACES,
    isSignedOut: true,
    states: [
      { name: 'plain', show: openLogin },
      {
        name: 'a field is missing',
        async show(scene) {
          await openLogin(scene)
          await scene.page.getByRole('button', { name: 'Login', exact: true }).click()
          await scene.page.getByText('Username is required').waitFor()
        },
      },
      { name: 'QR code', show: ({ page }) => showQr(page) },
    ],
  },
  {
    title: 'QR Login on a phone',
    places: ['phone'],
    isSignedOut: true,
    states: [
      {
        name: 'verify',
        readme: 'phone.png',
        async show({ page, openAnother }) {
          const tv = await openAnother('desk')
          await authorize(page, await showQr(tv))
        },
      },
    ],
  },
  {
    title: 'Dashboard',
    places: PLACES,
    states: [
      { name: 'empty', show: openDashboard },
      {
        name: 'a day in progress',
        async fill(clinic) {
          await aMorning(clinic)
          await save(clinic, { showGettingStarted: 'false' })
        },
        show: openDashboard,
      },
      {
        name: 'the menu open',
        places: ['phone'],
        async show(scene) {
          await openDashboard(scene)
          await scene.page.getByRole('button', { name: 'Open menu' }).click()
        },
      },
    ],
  },
  {
    title: 'Patient Register',
    places: PLACES,
    states: [
      {
        name: 'a priority patient',
        fill: aMorning,
        readme: 'register.png',
        async show(scene) {
          await openRegister(scene)
          await scene.page.getByLabel('Patient Name').fill('zainab binti omar')
          await scene.page.getByLabel('Priority Patient').check()
          await scene.page.getByLabel('Priority Reason').fill('elderly, cannot stand long')
        },
      },
      {
        name: 'an error',
        fill: aMorning,
        async show(scene) {
          await openRegister(scene)
          await scene.page.route('**/api/patients', route => route.abort())
          await scene.page.getByLabel('Patient Name').fill('ZAINAB BINTI OMAR')
          await scene.page.keyboard.press('Enter')
          await scene.page.locator('.toast--destructive').waitFor()
        },
      },
    ],
  },
  {
    title: 'Queue Management',
    places: PLACES,
    states: [
      { name: 'empty', show: openQueue },
      {
        name: 'a day of 30, room busy',
        fill: aMorning,
        readme: 'queue.png',
        show: scene => openQueue(scene, 'Room 1 - Dr. Aminah'),
      },
      { name: 'long names', fill: longNames, isWhole: true, show: openQueue },
      {
        name: 'a journey opened, a delete asking',
        fill: aMorning,
        async show(scene) {
          await openQueue(scene, 'Room 2 - Dr. Lim')
          await scene.page.locator('.desk__lists .patient-name__toggle').nth(2).click()
          await scene.page
            .getByRole('button', { name: /^More for / })
            .nth(5)
            .click()
          await scene.page.getByRole('menuitem', { name: 'Delete' }).click()
        },
      },
      {
        name: 'the network is gone',
        fill: aMorning,
        async show(scene) {
          await openQueue(scene, 'Room 1 - Dr. Aminah')
          await scene.page.locator('[data-live=on]').waitFor()
          await scene.loseTheClinic()
          await scene.page.locator('.offline-line').waitFor()
        },
      },
    ],
  },
  {
    title: 'Dispensary Management',
    places: PLACES,
    states: [{ name: 'a day in progress', fill: aMorning, show: openDispensary }],
  },
  {
    title: 'System Management',
    places: PLACES,
    states: [
      {
        name: 'a day in progress',
        isWhole: true,
        async fill(clinic) {
          await aMorning(clinic)
          await addRoom(clinic, { name: 'Treatment Room 4 - Dr. Rajeswari Pillai' })
          await createBackup(clinic, 'manual')
        },
        show: openSystem,
      },
    ],
  },
  {
    title: 'User Management',
    places: PLACES,
    states: [{ name: 'a few users', fill: someUsers, isWhole: true, show: openUsers }],
  },
  {
    title: 'Displays',
    places: PLACES,
    states: [{ name: 'two TVs', fill: someTvs, isWhole: true, show: openDisplays }],
  },
  {
    title: 'Settings',
    places: PLACES,
    states: [
      ...['media', 'information', 'queue', 'sound'].map(section => ({
        name: section,
        isWhole: true,
        async fill(clinic: App) {
          await save(clinic, { showPrayerTimes: 'true', enableMarquee: 'true' })
          await hangPictures(clinic)
        },
        show: openSettings(section),
      })),
      {
        name: 'unsaved changes',
        fill: hangPictures,
        readme: 'settings.png',
        async show(scene) {
          await openSettings('look')(scene)
          await scene.page.getByLabel('Name on the display').fill('KLINIK SERI DAMAI')
          await scene.page.evaluate(() => scrollTo(0, 0))
        },
      },
      {
        name: 'gradient picker',
        async show(scene) {
          await openSettings('look')(scene)
          const card = scene.page.locator('.card', { hasText: 'Current Call Display' })
          await card.getByRole('group', { name: 'Background kind' }).getByText('Gradient').click()
          await card.getByRole('button', { name: 'Background: Choose gradient' }).click()
          await scene.page.getByRole('tab', { name: 'Custom Gradient' }).click()
        },
      },
    ],
  },
  {
    title: 'Account Settings',
    places: PLACES,
    states: [{ name: 'plain', show: open('/account', 'ChangePassword') }],
  },
]

async function openQueue(scene: Scene, room?: string) {
  await scene.open('/queue', 'QueueScreen')
  if (!room) return
  const option = scene.page.locator('option', { hasText: room })
  const label = (await option.textContent()) ?? ''
  await scene.page.getByLabel('Select Room for Call').selectOption({ label })
}

async function someUsers(clinic: App) {
  for (const username of ['aisyah', 'dr.lim', 'pharmacy.counter.evening.shift']) {
    await createUser(clinic, { username, password: 'secret1', role: 'user' })
  }
}

async function someTvs(clinic: App) {
  for (const name of ['Waiting hall', 'Children']) await createTvDevice(clinic, { userId: 1, name })
}
