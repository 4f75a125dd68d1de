import jsQR from 'jsqr'
import type { Browser, Locator, Page } from 'playwright/test'
import { settingsBody } from '../../support/settings.ts'
import { expect, type RunningClinic } from './fixtures.ts'
import { PHONE } from './qr.ts'

/** Of a pixel's red: anything darker than a hint of grey. */
const INK = 200

/** Turns tickets on, and gives the clinic an address that phones could reach, on any machine. */
export async function turnTicketsOn(desk: Page, ticketMode = 'screen') {
  const data = settingsBody({ ticketMode })
  expect((await desk.request.put('/api/settings', { data })).ok()).toBe(true)
  await desk.route(/\/(api\/patients\/\d+\/ticket|api\/tickets\/test|tickets\/\d+)/, route =>
    route.continue({
      headers: { ...route.request().headers(), 'x-forwarded-host': 'clinic.example' },
    }),
  )
}

/** What a phone's camera reads from the picture. */
export async function readQrCode(code: Locator) {
  const { data, width, height } = await readPixels(code.page(), await code.screenshot())
  return jsQR(data, width, height)?.data ?? ''
}

/** How wide the page's ink is on paper, in mm. */
export async function measureInk(paper: Page) {
  await paper.emulateMedia({ media: 'print' })
  const { data, width } = await readPixels(paper, await paper.screenshot({ fullPage: true }))
  let [first, last] = [width, 0]
  for (let index = 0; index < data.length; index += 4) {
    if ((data[index] ?? 0) >= INK) continue
    const x = (index / 4) % width
    first = Math.min(first, x)
    last = Math.max(last, x)
  }
  return ((last - first + 1) * 25.4) / 96
}

async function readPixels(owner: Page, png: Buffer) {
  const page = await (owner.context().browser() ?? fail()).newPage()
  const pixels = await page.evaluate(async source => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const data = context?.getImageData(0, 0, image.width, image.height).data
    return { data: data ?? new Uint8ClampedArray(), width: image.width, height: image.height }
  }, png.toString('base64'))
  await page.close()
  return pixels
}

function fail(): never {
  throw new Error('the page has no browser')
}

export async function getTicketPath(desk: Page, id: number) {
  const headers = { 'x-forwarded-host': 'clinic.example' }
  const response = await desk.request.get(`/api/patients/${id}/ticket`, { headers })
  return new URL((await response.json()).url).pathname
}

type PhoneOptions = { path: string; locale?: string }

/**
 * A phone that has had its first answer, whose timers run by `clock`, and which records what it
 * sounds and vibrates.
 */
export async function openPhone(
  browser: Browser,
  clinic: RunningClinic,
  { path, locale = 'en' }: PhoneOptions,
) {
  const context = await browser.newContext({ ...PHONE, baseURL: clinic.url, locale })
  const phone = await context.newPage()
  await phone.clock.install()
  await phone.addInitScript(() => {
    const signals: string[] = []
    Object.assign(window, { signals })
    navigator.vibrate = pattern => {
      signals.push(`vibrate ${pattern}`)
      return true
    }
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      signals.push(`tone ${this.frequency.value}`)
      return start.call(this, when)
    }
  })
  const answered = phone.waitForResponse('**/api/t/*')
  await phone.goto(path)
  await (await answered).finished()
  return phone
}

export const headline = (phone: Page) => phone.locator('.ticket__headline')

/** The page asks again five seconds after an answer. */
export async function letItAsk(phone: Page) {
  // The answer to an earlier request is not what this waits for.
  const asking = phone.waitForRequest('**/api/t/*')
  await phone.clock.runFor(5_000)
  await (await asking).response()
}

export const readSignals = (phone: Page) =>
  phone.evaluate(() => (window as unknown as { signals: string[] }).signals.splice(0))
