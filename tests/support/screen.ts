import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test'
import { listenForTrouble } from './page-trouble.ts'

export { expect, type Page }

const ROOT = join(import.meta.dirname, '../..')
/** The single binary, where the runner of all tests has compiled it; else the sources. */
const { CLINIC_BINARY } = process.env
const PROGRAM = CLINIC_BINARY ? [CLINIC_BINARY] : [process.execPath, 'server/main.ts']
const PASSWORD = 'correct horse'
/** Where no weather is to be had: a test never reaches the internet. */
const NOBODY = 'http://127.0.0.1:9'

type Screens = {
  /** A clinic of this test's own: the real program on a port and a database of its own. */
  clinic: RunningClinic
  /** A page of a signed-in browser. */
  desk: Page
  /** One more signed-in browser, for the second desk or the TV. */
  another: () => Promise<Page>
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
    const troubles = listenForTrouble(page)
    await use(page)
    expect(troubles, 'nothing in the console').toEqual([])
  },
  another: ({ browser, clinic }, use) =>
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

  /** Starts the program; after a first time on the same port, as a restarted server would be. */
  async function start() {
    const [command = '', ...script] = PROGRAM
    const args = [...script, '--port', String(port), '--data-dir', folder]
    const env = { ...process.env, ADMIN_PASSWORD: PASSWORD, WEATHER_URL: NOBODY }
    child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    port = await new Promise<number>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`the clinic ended with ${code}`)))
      child.stdout?.on('data', chunk => {
        const found = /localhost:(\d+)/.exec(String(chunk))
        if (found) resolve(Number(found[1]))
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
  const answer = await context.request.post(`${url}/api/auth/login`, { data })
  expect(answer.ok()).toBe(true)
}

export const ADMIN = { username: 'admin', password: PASSWORD }

/** Registers patients over the API, as the desk that `page` belongs to. */
export async function register(page: Page, clinic: RunningClinic, ...names: string[]) {
  for (const name of names) {
    const answer = await page.request.post(`${clinic.url}/api/patients`, { data: { name } })
    expect(answer.status()).toBe(201)
  }
}

/** Calls a patient over the API, as the desk that `page` belongs to; to Room 1 unless told otherwise. */
export async function call(page: Page, clinic: RunningClinic, id: number, windowId = 2) {
  const url = `${clinic.url}/api/patients/${id}/status`
  const answer = await page.request.patch(url, { data: { status: 'called', windowId } })
  expect(answer.status()).toBe(200)
}

/** The card of a patient by his name. */
export function card(page: Page, name: string) {
  return page.locator('.patient-card', { hasText: name })
}

/** A button on the card of a patient. */
export function button(page: Page, name: string, action: string) {
  return card(page, name).getByRole('button', { name: action, exact: true })
}

/** Presses once the island is awake: before that a page is only a picture. */
export async function awake(page: Page, island: string) {
  await expect(page.locator(`[data-island=${island}]`)).toHaveAttribute('data-awake', '')
}

/** Presses Delete and then Confirm, which takes no answer before the question has stood a moment. */
export async function deleteAndConfirm(card: Locator) {
  await card.getByRole('button', { name: 'Delete', exact: true }).click()
  const confirm = card.getByRole('button', { name: 'Confirm', exact: true })
  await expect(async () => {
    await confirm.click({ timeout: 500 }).catch(() => {})
    await expect(card).toHaveCount(0, { timeout: 400 })
  }).toPass()
}

/** From here on the page hears of what happens. */
export async function listening(page: Page) {
  await expect(page.locator('body')).toHaveAttribute('data-live', 'on')
}
