import type { Browser, Page } from 'playwright'
import type { Row } from './measurements.ts'
import { type Clinic, describeMs, median, openDesk, toRow } from './program.ts'

const PATIENTS = 300
const STEPS = 20
const CALLS = 30
const LIST_AIM_MS = 15
const CALL_AIM_MS = 33
const CALL_P90_AIM_MS = 45

/**
 * From an event's arrival at a desk that lists 300 patients to the frame with the changed list,
 * beside others.
 */
export async function longQueue({ url, send, register }: Clinic, browser: Browser): Promise<Row[]> {
  await register(PATIENTS)
  for (const path of ['/queue', '/dispensary']) await openLive(browser, url, path)
  const desk = await openLive(browser, url, '/queue')
  const took: number[] = []
  for (let n = 1; n <= STEPS; n++) {
    for (const step of [{ status: 'called', windowId: 2 }, { status: 'completed' }]) {
      await desk.evaluate(watchPaint, { within: '.desk', part: '.desk' })
      await send('PATCH', `/api/patients/${n * 10}/status`, step)
      const { receivedAt, paintedAt } = await desk.evaluate(() => window.painted)
      took.push(paintedAt - receivedAt)
      // In a clinic no event comes within milliseconds of another.
      await desk.evaluate(untilIdle)
    }
  }
  const what = `Event received to list painted, ${PATIENTS} patients`
  const beside = 'carried by the event, beside another desk and a dispensary'
  return [toRow(what, took, beside, LIST_AIM_MS)]
}

/** From the press of Call in one browser to the name painted on a TV in another. */
export async function callToTv({ url, send }: Clinic, browser: Browser): Promise<Row[]> {
  const desk = await openLive(browser, url, '/queue')
  const tv = await openLive(browser, url, '/')
  await tv.setViewportSize({ width: 1920, height: 1080 })
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  const took: number[] = []
  const writes: number[] = []
  for (let n = 1; n <= CALLS; n++) {
    // A new display announces no earlier calls and has an empty queue.
    await goLive(tv, '/')
    await tv.getByRole('button', { name: 'Fullscreen TV Display' }).click()
    await tv.locator('.stage').waitFor()
    const started = performance.now()
    await send('POST', '/api/patients', { name: `PATIENT ${n}` })
    writes.push(performance.now() - started)
    const name = desk.locator('.patient-name', { hasText: `PATIENT ${n}` })
    const card = desk.locator('[data-patient]', { has: name })
    const call = card.getByRole('button', { name: /^Call #/ })
    await call.waitFor()
    await tv.evaluate(watchPaint, { within: 'body', part: '.overlay__name' })
    await call.click()
    const { paintedAt } = await tv.evaluate(() => window.painted)
    took.push(paintedAt - (await desk.evaluate(() => window.pressedAt)))
    await card.getByRole('button', { name: /^Complete #/ }).click()
    await card.waitFor({ state: 'detached' })
  }
  const ratio = (median(took) / median(writes)).toFixed(1)
  const beside = `a registration, request to response: ${describeMs(writes, 90)}; ratio ${ratio}`
  const what = `Call pressed to name painted on the TV, ${CALLS} calls`
  return [toRow(what, took, beside, CALL_AIM_MS, CALL_P90_AIM_MS)]
}

declare global {
  interface Window {
    receivedAt: number
    pressedAt: number
    painted: Promise<{ receivedAt: number; paintedAt: number }>
  }
}

async function openLive(browser: Browser, url: string, path: string) {
  const page = await openDesk(browser, url)
  await page.addInitScript(noteEvents)
  await goLive(page, path)
  return page
}

async function goLive(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.locator('body[data-live=on]').waitFor()
}

/** Runs in the page: notes the last press, and when the newest step of a patient came. */
function noteEvents() {
  const now = () => performance.timeOrigin + performance.now()
  const notePress = () => {
    window.pressedAt = now()
  }
  window.addEventListener('pointerdown', notePress, { capture: true })
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (/"change"/.test(String(data))) window.receivedAt = now()
      })
    }
  }
}

async function untilIdle() {
  for (let n = 1; n <= 2; n++) await new Promise(resolve => requestIdleCallback(resolve))
}

/**
 * Runs in the page: `painted` resolves at the end of the frame after the next event has changed
 * something `within`, once the part is there. Browsers on one machine read one clock.
 */
function watchPaint({ within, part }: { within: string; part: string }) {
  window.receivedAt = 0
  window.painted = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      const { receivedAt } = window
      if (receivedAt === 0 || !document.querySelector(part)) return
      observer.disconnect()
      // A task queued in a frame's callback runs right after that frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () =>
          resolve({ receivedAt, paintedAt: performance.timeOrigin + performance.now() })
        port2.postMessage(null)
      })
    })
    const parent = document.querySelector(within)
    if (parent) observer.observe(parent, { subtree: true, childList: true })
  })
}
