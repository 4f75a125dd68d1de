import type { Browser } from 'playwright'
import type { Row } from './measurements.ts'
import { type Clinic, openDesk, toRow } from './program.ts'

const PATIENTS = 300
const SLOWED = 4
const ROUNDS = 9
const PRESS_EVERY_MS = 10
const AIM_MS = 1_000

/** From the navigation to Queue Management to the first press of `/` that reaches its search. */
export async function queueUsable({ url, register }: Clinic, browser: Browser): Promise<Row[]> {
  await register(PATIENTS)
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openDesk(browser, url)
    await page.addInitScript(pressSlash, PRESS_EVERY_MS)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    for (const took of [cold, warm]) {
      await page.goto('/queue', { waitUntil: 'networkidle' })
      took.push(await page.evaluate(() => window.usableAt))
    }
    await page.context().close()
  }
  const what = `Queue usable: navigation to the first key that acts, ${PATIENTS} patients, CPU ${SLOWED} times slower`
  return [
    toRow(what, warm, 'a page that was open before', AIM_MS),
    toRow('The same after an update', cold, 'nothing in the cache', AIM_MS),
  ]
}

declare global {
  interface Window {
    usableAt: Promise<number>
  }
}

/** Runs in the page. Scripted presses are not held back as a scanner's might be. */
function pressSlash(everyMs: number) {
  window.usableAt = new Promise(resolve => {
    const timer = setInterval(() => {
      document.body?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
      if (!document.activeElement?.matches('input[type=search]')) return
      clearInterval(timer)
      resolve(performance.now())
    }, everyMs)
  })
}
