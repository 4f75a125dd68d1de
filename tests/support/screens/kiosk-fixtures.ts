import type { Browser, Locator, Page } from 'playwright/test'
import type { SettingTexts } from '#domain/settings-record'
import { settingsBody } from '../../support/settings.ts'
import { collectConsoleErrors } from '../browser/console-errors.ts'
import {
  test as base,
  expect,
  type RunningClinic,
  waitForHydration,
  waitForPresses,
} from './fixtures.ts'

export const UPRIGHT = { width: 1080, height: 1920 }
export const LYING = { width: 1280, height: 800 }
const PLACE = { 'x-forwarded-host': 'clinic.example' }

type Kiosk = {
  kioskPath: string
  /** A browser without a cookie that can be touched; the test fails on console errors. */
  kiosk: Page
  openKiosk: (settings?: Partial<SettingTexts>) => Promise<void>
}

export const test = base.extend<Kiosk>({
  kioskPath: async ({ desk }, use) => {
    const data = { userId: 1, name: 'Entrance', kind: 'kiosk' }
    const response = await desk.request.post('/api/tv-devices', { data })
    expect(response.status()).toBe(201)
    await use(`/kiosk/${(await response.json()).token}`)
  },
  kiosk: async ({ browser, clinic }, use) => {
    const page = await openTouchPage(browser, clinic)
    const consoleErrors = collectConsoleErrors(page)
    await use(page)
    expect(consoleErrors, "nothing in the kiosk's console").toEqual([])
  },
  openKiosk: ({ kiosk, kioskPath, desk }, use) =>
    use(async settings => {
      if (settings) await saveSettings(desk, settings)
      await kiosk.goto(kioskPath)
      await waitForHydration(kiosk, 'KioskScreen')
    }),
})

/** Its clock is installed. Phones could reach the clinic, on any machine. */
async function openTouchPage(browser: Browser, clinic: RunningClinic) {
  const context = await browser.newContext({
    ...{ baseURL: clinic.url, viewport: LYING, hasTouch: true },
  })
  const page = await context.newPage()
  await page.clock.install()
  await page.route(/\/kiosk\/\w+\/(patients|tickets)/, route =>
    route.continue({ headers: { ...route.request().headers(), ...PLACE } }),
  )
  return page
}

export async function saveSettings(desk: Page, settings: Partial<SettingTexts>) {
  const data = settingsBody(settings)
  expect((await desk.request.put('/api/settings', { data })).status()).toBe(200)
}

export async function addQueue(desk: Page, name: string, prefix: string | null = null) {
  const data = { name, prefix, roomIds: [2], isActive: true }
  const response = await desk.request.post('/api/queues', { data })
  expect(response.status()).toBe(201)
  return response.json()
}

export const title = (kiosk: Page) => kiosk.getByRole('heading', { level: 1 })
export const button = (kiosk: Page, name: string) => kiosk.getByRole('button', { name })
export const number = (kiosk: Page) => kiosk.locator('.kiosk-number__digits')

/** On the start screen a language's button has its name below the sentence. */
export const language = (kiosk: Page, code = 'en') => kiosk.locator(`button[lang=${code}]`)

/** Presses as a patient does who has read the step. */
export async function press(place: Locator) {
  await expect(place).toBeVisible()
  await waitForPresses(place.page())
  await place.click()
}

export async function listPatients(desk: Page) {
  const patients = await (await desk.request.get('/api/patients')).json()
  return patients.map(({ label, name }: { label: string; name: string | null }) => [label, name])
}
