import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test'
import { collectConsoleErrors } from '../browser/console-errors.ts'

export { expect, type Page }

const ROOT = join(import.meta.dirname, '../../..')
/** The compiled program if the runner made one, else the sources. */
const { CLINIC_BINARY } = process.env
const PROGRAM = CLINIC_BINARY ? [CLINIC_BINARY] : [process.execPath, 'server/main.ts']
const PASSWORD = 'correct horse'
/** No weather: a test never reaches the internet. */
const UNREACHABLE_URL = 'http://127.0.0.1:9'

type Screens = {
  /** The real program, on its own port and database. */
  clinic: RunningClinic
  /** A page of a signed-in browser. */
  desk: Page
  /** Opens one more signed-in browser. */
  openAnotherDesk: () => Promise<Page>
  /** Closes what a test has opened: a page that is left open goes on working beside the next tests. */
  closesContexts: undefined
}

export const test = base.extend<Screens>({
  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map(context => context.close()))
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  clinic: async ({}, use) => {
    const clinic = await runClinic()
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

export type RunningClinic = Awaited<ReturnType<typeof runClinic>>

async function runClinic() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-screen-'))
  let child: ChildProcess
  let port = 0

  /** A restart uses the same port. */
  async function start() {
    const [command = '', ...script] = PROGRAM
    const args = [...script, '--port', String(port), '--data-dir', folder]
    const env = { ...process.env, ADMIN_PASSWORD: PASSWORD, WEATHER_URL: UNREACHABLE_URL }
    child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    port = await new Promise<number>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`the clinic ended with ${code}`)))
      child.stdout?.on('data', chunk => {
        const match = /localhost:(\d+)/.exec(String(chunk))
        if (match) resolve(Number(match[1]))
      })
    })
  }

  function end(signal: NodeJS.Signals) {
    return new Promise<void>(resolve => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }

  await start()
  const url = `http://localhost:${port}`
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(context: BrowserContext, url: string) {
  const data = { username: 'admin', password: PASSWORD }
  const response = await context.request.post(`${url}/api/auth/login`, { data })
  expect(response.ok()).toBe(true)
}

export const ADMIN = { username: 'admin', password: PASSWORD }

export async function register(page: Page, clinic: RunningClinic, ...names: string[]) {
  for (const name of names) {
    const response = await page.request.post(`${clinic.url}/api/patients`, { data: { name } })
    expect(response.status()).toBe(201)
  }
}

export async function call(page: Page, clinic: RunningClinic, id: number, windowId = 2) {
  const url = `${clinic.url}/api/patients/${id}/status`
  const response = await page.request.patch(url, { data: { status: 'called', windowId } })
  expect(response.status()).toBe(200)
}

export function card(page: Page, name: string) {
  return page.locator('.patient-card', { hasText: name })
}

export function button(page: Page, name: string, action: string) {
  return card(page, name).getByRole('button', { name: action, exact: true })
}

/** Before hydration a page ignores presses. */
export async function waitForHydration(page: Page, island: string) {
  await expect(page.locator(`[data-island=${island}]`)).toHaveAttribute('data-awake', '')
}

/** Confirm ignores presses until it has been shown for a moment. */
export async function deleteAndConfirm(card: Locator) {
  await card.getByRole('button', { name: 'Delete', exact: true }).click()
  const confirm = card.getByRole('button', { name: 'Confirm', exact: true })
  await expect(async () => {
    await confirm.click({ timeout: 500 }).catch(() => {})
    await expect(card).toHaveCount(0, { timeout: 400 })
  }).toPass()
}

export async function waitForLive(page: Page) {
  await expect(page.locator('body')).toHaveAttribute('data-live', 'on')
}
