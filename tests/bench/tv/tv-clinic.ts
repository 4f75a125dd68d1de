import type { Settings } from '#domain/settings-record'
import { findOrGetChromium } from '../../support/browser/chromium.ts'
import { launchOldBrowser, type OldBrowser } from '../../support/browser/old-browser.ts'
import { findCachedEngine } from '../../support/browser/old-engines.ts'
import { runClinic } from '../program.ts'

const ROOM = 2
const NAMES = ['AHMAD BIN ABDULLAH', 'LIM WEI MING', 'PRIYA A/P RAMAN', '陈伟明', 'கிருஷ்ணன்']

/** Exceptions, console errors and failed requests of all TVs. */
export const consoleErrors: string[] = []

type Tv = {
  browser: OldBrowser
  url: string
  /** Completes the patient in the room and calls a new one. */
  callNext: () => Promise<void>
}

type Options = { settings?: Partial<Settings>; beforeScripts?: string }

/** A new clinic, and a browser in which its TV is not open yet. */
export async function withTv<T>(path: string, options: Options, measure: (tv: Tv) => Promise<T>) {
  const clinic = await runClinic(options.settings)
  const { token } = await clinic.send('POST', '/api/tv-devices', { userId: 1, name: 'Hall' })
  const browser = await launchOldBrowser(path)
  await browser.beforeScripts(options.beforeScripts ?? '')
  let count = 0
  let inRoom: number | null = null
  const move = (id: number, command: object) =>
    clinic.send('PATCH', `/api/patients/${id}/status`, command)

  async function callNext() {
    if (inRoom !== null) await move(inRoom, { status: 'completed' })
    const name = NAMES[count++ % NAMES.length]
    const { id } = await clinic.send('POST', '/api/patients', { name })
    await move(id, { status: 'called', windowId: ROOM })
    inRoom = id
  }

  const measured = await measure({ browser, url: `${clinic.url}/tv/${token}`, callNext })
  consoleErrors.push(...browser.consoleErrors)
  await browser.close()
  clinic.stop()
  return measured
}

/** Opens the TV as in the waiting room: hydrated, with sound allowed by a key press. */
export async function openTv({ browser, url }: Tv) {
  await browser.goto(url)
  while (!(await browser.evaluate('document.body.hasAttribute("data-awake")'))) await Bun.sleep(20)
  // By now the page has checked whether sound is allowed.
  await Bun.sleep(1_000)
  await browser.press('Enter')
}

/**
 * What is measured in the installed Chromium, and in 68 where it was fetched; one after the other,
 * so that they do not compete for the CPU.
 */
export async function inEach(measure: (path: string) => Promise<string>) {
  const old = findCachedEngine(68)
  if (!old)
    console.log('without Chromium 68: `bun tests/support/browser/old-engines.ts` fetches it')
  const current = `current: ${await measure(findOrGetChromium())}`
  return old ? `68: ${await measure(old)}; ${current}` : current
}
