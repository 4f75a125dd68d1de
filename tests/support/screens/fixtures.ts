import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test'
import { collectConsoleErrors } from '../browser/console-errors.ts'
import { aRoomBody } from '../samples.ts'
import { LOCATOR_LIMIT_MS } from '../time-limit.ts'
import { PASSWORD, type RunningClinic, runClinic, serveClinic } from './clinics.ts'

export { expect, type Page, type RunningClinic }

/**
 * For tests that kill or restart the clinic or need all of the program: it runs as it is shipped.
 */
export const OWN_PROCESS = { hasOwnProcess: true }

type Screens = {
  hasOwnProcess: boolean
  /** On its own port and database. */
  clinic: RunningClinic
  desk: Page
  openAnotherDesk: () => Promise<Page>
  /**
   * Closes what a test has opened: a page that is left open goes on working beside the next tests.
   */
  closesContexts: undefined
}

export const test = base.extend<Screens, { pressesAgain: undefined }>({
  pressesAgain: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      pressAgainIfIgnored(Object.getPrototypeOf(page.locator('html')))
      await page.close()
      await use(undefined)
    },
    { auto: true, scope: 'worker' },
  ],
  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map(context => context.close()))
    },
    { auto: true },
  ],
  hasOwnProcess: [false, { option: true }],
  clinic: async ({ hasOwnProcess }, use) => {
    const clinic = await (hasOwnProcess ? runClinic() : serveClinic())
    await use(clinic)
    await clinic.stop()
  },
  baseURL: async ({ clinic }, use) => use(clinic.url),
  desk: async ({ context, clinic }, use) => {
    await signIn(context, clinic.url)
    const page = await context.newPage()
    const consoleErrors = collectConsoleErrors(page)
    await use(page)
    expect(consoleErrors, 'nothing in the console').toEqual([])
  },
  openAnotherDesk: ({ browser, clinic }, use) =>
    use(async () => {
      const context = await browser.newContext({ baseURL: clinic.url })
      await signIn(context, clinic.url)
      return context.newPage()
    }),
})

type Presses = Pick<Locator, 'page'> &
  Record<'click' | 'check' | 'uncheck' | 'press', (...args: unknown[]) => Promise<void>>

/** A page ignores presses for so long after something else has appeared at their place. */
const IGNORED_MS = 400

/** Tests press faster than people do. People press again if nothing happens. */
function pressAgainIfIgnored(locators: Presses) {
  for (const name of ['click', 'check', 'uncheck', 'press'] as const) {
    const press = locators[name]
    locators[name] = async function (this: Presses, ...given) {
      const last = given.at(-1)
      const hasOptions = typeof last === 'object'
      // The limit is short, because the page is shown already and only the element is searched.
      const options = { timeout: LOCATOR_LIMIT_MS, ...(hasOptions ? last : {}) }
      const args = [...(hasOptions ? given.slice(0, -1) : given), options]
      const before = await countIgnored(this.page())
      // A checkbox whose press was ignored rejects, because its state has not changed.
      const failure = await press.apply(this, args).then(
        () => null,
        cause => cause,
      )
      if ((await countIgnored(this.page())) <= before) {
        if (failure) throw failure
        return
      }
      await new Promise(resolve => setTimeout(resolve, IGNORED_MS))
      await press.apply(this, args)
    }
  }
}

/** 0 while another page is loaded. */
function countIgnored(page: Page) {
  const read = () => Number(document.documentElement.dataset.ignoredPresses ?? 0)
  return page.evaluate(read).catch(() => 0)
}

export async function signIn(context: BrowserContext, url: string) {
  const data = { username: 'admin', password: PASSWORD }
  const response = await context.request.post(`${url}/api/auth/login`, { data })
  expect(response.ok()).toBe(true)
}

export const ADMIN = { username: 'admin', password: PASSWORD }

export async function register(page: Page, ...names: string[]) {
  for (const name of names) {
    const response = await page.request.post('/api/patients', { data: { name } })
    expect(response.status()).toBe(201)
  }
}

export async function addRoom(page: Page, name: string): Promise<number> {
  const response = await page.request.post('/api/windows', { data: aRoomBody(name) })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}

export async function renameRoom(page: Page, id: number, name: string) {
  const response = await page.request.put(`/api/windows/${id}`, { data: aRoomBody(name) })
  expect(response.status()).toBe(200)
}

export function call(page: Page, id: number, windowId = 2) {
  return changeStatus(page, id, { status: 'called', windowId })
}

export async function changeStatus(page: Page, id: number, data: object) {
  const response = await page.request.patch(`/api/patients/${id}/status`, { data })
  expect(response.status()).toBe(200)
}

/** The patient's row, or the card of the room that serves them. */
export function card(page: Page, name: string) {
  const ofName = page.locator('.patient-name', { hasText: name })
  return page.locator('[data-patient]', { has: ofName })
}

export function button(page: Page, name: string, action: string) {
  return card(page, name).getByRole('button', { name: new RegExp(`^${action}($| #)`) })
}

export async function choose(page: Page, name: string, action: string) {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export async function openMenu(page: Page, name: string) {
  await card(page, name)
    .getByRole('button', { name: /^More for / })
    .click()
}

/** An entry of a TV's menu on Displays. */
export async function chooseForTv(page: Page, tv: string, action: string) {
  await page.getByRole('button', { name: `More for ${tv}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** What the page has written so far, such as `PATCH /api/patients/1/status`. */
export function collectWrites(page: Page) {
  const writes: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !pathname.startsWith('/api/')) return
    writes.push(`${request.method()} ${pathname}`)
  })
  return writes
}

/** Holds the page's requests to this address until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp) {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(url, async route => {
    await held
    await route.continue()
  })
  return release
}

/** No fake clock moves the limits of requests: they pass when the returned function is called. */
export async function holdTimeLimits(page: Page) {
  await page.addInitScript(() => {
    const limits: AbortController[] = []
    AbortSignal.timeout = () => {
      const limit = new AbortController()
      limits.push(limit)
      return limit.signal
    }
    addEventListener('limits-pass', () => {
      for (const limit of limits) limit.abort(new DOMException('timed out', 'TimeoutError'))
    })
  })
  return () => page.evaluate(() => dispatchEvent(new Event('limits-pass')))
}

export async function countCalls(page: Page): Promise<number> {
  return (await (await page.request.get('/api/dashboard/calls')).json()).length
}

export async function openScreen(page: Page, path: string, island: string) {
  await page.goto(path)
  await waitForHydration(page, island)
}

/** Before hydration a page ignores presses. */
export async function waitForHydration(page: Page, island: string) {
  await expect(page.locator(`[data-island=${island}]`)).toHaveAttribute('data-awake', '')
}

/** Asks again if a busy machine needed longer than the question stays. */
export async function pressAndConfirm(ask: Locator, confirm: Locator) {
  await expect(async () => {
    if (!(await confirm.isVisible())) await ask.click()
    await waitForPresses(ask.page())
    await confirm.click({ timeout: 5_000 })
  }).toPass()
}

export async function deleteAndConfirm(row: Locator) {
  const button = (name: string) => row.getByRole('button', { name, exact: true })
  await pressAndConfirm(button('Delete'), button('Confirm'))
  await expect(row).toHaveCount(0)
}

export async function deletePatient(page: Page, name: string) {
  const item = (label: string) => page.getByRole('menuitem', { name: label, exact: true })
  await openMenu(page, name)
  await pressAndConfirm(item('Delete'), item('Confirm'))
  await expect(card(page, name)).toHaveCount(0)
}

/**
 * From here on the page's time passes by `clock.runFor` alone, so that nothing on it ends while a
 * busy machine is on its way. The clock must have been installed before the page was opened.
 */
export async function stopClock(page: Page) {
  // A moment that has passed by then is refused.
  await expect(() => page.clock.pauseAt(Date.now() + 1_000)).toPass()
}

/** Far longer than any key waits, far shorter than any list is polled. */
export const SCAN_PAUSE_MS = 200

/** The clock must stand (`stopClock`), so that the keys of a burst follow each other as fast as the test says. */
export async function scan(page: Page, keys: string[], everyMs = 0) {
  for (const [index, key] of keys.entries()) {
    if (everyMs > 0 && index > 0) await page.clock.runFor(everyMs)
    await page.keyboard.press(key)
  }
  await page.clock.runFor(SCAN_PAUSE_MS)
}

/**
 * A key is a command if no other one precedes or follows it within 80 ms: presses it as a person
 * does, and waits until the page has taken it.
 */
export async function pressAlone(page: Page, key: string) {
  const taken = await page.evaluateHandle(async () => {
    await new Promise(resolve => setTimeout(resolve, 80))
    // What the page holds back reaches other listeners only when the page repeats it.
    const press = new Promise<void>(resolve => {
      addEventListener('keydown', () => resolve(), { capture: true, once: true })
    })
    return { press }
  })
  await page.keyboard.press(key)
  await taken.evaluate(({ press }) => press)
}

/**
 * Waits until a press at the place of the last one counts again, as people do by reading. In a test
 * with a stopped clock, `clock.runFor(500)` does the same.
 */
export async function waitForPresses(page: Page) {
  // The page looks at what has changed in its next frame.
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect(page.locator('html')).not.toHaveAttribute('data-ignores-presses')
}

/** Presses the key of the last step again. Sooner it would be the second of a double press. */
export async function pressAgain(page: Page, key: string) {
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 400)))
  await pressAlone(page, key)
}

export async function waitForLive(page: Page) {
  await expect(page.locator('body')).toHaveAttribute('data-live', 'on')
}
