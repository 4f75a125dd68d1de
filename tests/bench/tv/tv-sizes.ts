import type { Page } from 'playwright'
import { BACKGROUNDS, getReadability } from '../../../islands/settings/color-contrast.ts'
import { LOOKS } from '../../../islands/settings/looks.ts'
import { openBrowser } from '../browser.ts'
import { saveTable } from '../measurements.ts'
import { runClinic } from '../program.ts'

/**
 * `bun run bench:tv-sizes`: every text of the TV as its page draws it, how far it can be read, and
 * the contrast of every look. Writes the tables of docs/measurements.md.
 */

/** A 43" TV: 1080 px are 535 mm high. */
const MM_PER_PX = 535 / 1080
/** Of Inter: the height of a capital letter at a font size of 1. */
const CAP_HEIGHT = 0.727
const DISTANCE_MM = 6_000
const NAMES = [
  'MUHAMMAD FAIZAL BIN RAHMAN'.slice(0, 22),
  'NUR AISYAH BINTI RAHMAN',
  '陈伟明',
  'ALI',
  'BALASUBRAMANIAM A/L RAJU',
  'SITI NURHALIZA',
]
const ROOMS = [2, 3]

const TEXTS: [what: string, selector: string][] = [
  ['heading CALLING', '.stage__calling span'],
  ['number of the call', '.stage__number'],
  ['name of the call', '.stage__name > div'],
  ['room of the call', '.stage__room-name > div'],
  ['doctor of the call', '.stage__doctor > div'],
  ['clinic name', '.stage__clinic-name > div'],
  ['column headings', '.stage__columns span'],
  ['numbers of the list', '.stage__row-number'],
  ['names of the list', '.stage__row-name > div'],
  ['rooms of the list', '.stage__row-place > div'],
  ['doctors of the list', '.stage__row-doctor:not([hidden])'],
  ['time', '.stage__time'],
  ['seconds', '.stage__seconds'],
  ['weekday', '.stage__weekday'],
  ['date', '.stage__date'],
  ['prayer names', '.stage__prayer-name'],
  ['prayer times', '.stage__prayer-time'],
  ['overlay: labels', '.overlay__label'],
  ['overlay: number', '.overlay__number'],
  ['overlay: name', '.overlay__name > div'],
  ['overlay: room', '.overlay__room > div'],
  ['overlay: doctor', '.overlay__doctor > div'],
  ['line of waiting and missed', '.stage__line p'],
  ['marquee', '.stage__marquee-line span'],
  ['tiles: room', '.tile__room > div'],
  ['tiles: doctor', '.tile__doctor > div'],
  ['tiles: number', '.tile--taken .tile__number > div'],
  ['tiles: name', '.tile__name > div'],
]

const clinic = await runClinic({
  showPrayerTimes: 'true',
  enableMarquee: 'true',
  marqueeText: 'Please keep your number',
})
async function send(method: string, path: string, json: object) {
  const { status, body } = await clinic.send(method, path, json)
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${body.error}`)
  return body
}
await send('PUT', `/api/windows/${ROOMS[0]}`, { name: 'Room 1 - Dr. Aminah' })
await send('PUT', `/api/windows/${ROOMS[1]}`, { name: 'Treatment Room 12 - Dr. Muhammad Faizal' })
const { device, token } = await send('POST', '/api/tv-devices', { userId: 1, name: 'Hall' })
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await page.goto(`${clinic.url}/tv/${token}`)
const sizes = new Map<string, number[]>()

await callAll(async () => {
  await page.waitForSelector('.overlay')
  await page.evaluate(() => document.fonts.ready)
  await note(page)
  await page.waitForSelector('.overlay', { state: 'detached' })
  await note(page)
})
await send('PATCH', `/api/tv-devices/${device.id}`, {
  layout: 'tiles',
  showsWaiting: true,
  showsMissed: true,
})
await callAll(async name => {
  await page.waitForFunction(
    text =>
      Array.from(document.querySelectorAll('.tile__name'), one => one.textContent).includes(text),
    name,
  )
  await note(page)
})
await browser.close()
clinic.stop()

async function callAll(whileCalled: (name: string) => Promise<void>) {
  await send('POST', '/api/patients', { name: 'TAN MEI LING' })
  for (const [index, name] of NAMES.entries()) {
    const { id } = await send('POST', '/api/patients', { name })
    const windowId = ROOMS[index % ROOMS.length]
    await send('PATCH', `/api/patients/${id}/status`, { status: 'called', windowId })
    await whileCalled(name)
    await send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
  }
}

/** The font sizes on the page now, in px of the stage. */
async function note(page: Page) {
  // Fitted before the next paint.
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))),
  )
  for (const [what, selector] of TEXTS) {
    const found = await page
      .locator(selector)
      .evaluateAll(all => all.map(one => Number.parseFloat(getComputedStyle(one).fontSize)))
    if (found.length > 0) sizes.set(what, [...(sizes.get(what) ?? []), ...found])
  }
}

const ratio = (px: number) => Math.round(DISTANCE_MM / (px * MM_PER_PX * CAP_HEIGHT))
saveTable(
  'tv-sizes',
  ['text', 'px, smallest to largest', 'capitals at 6 m, as 1 / distance'],
  TEXTS.flatMap(([what]) => {
    const found = sizes.get(what) ?? []
    if (found.length === 0) return [[what, 'not shown', '']]
    const [least, most] = [Math.min(...found), Math.max(...found)]
    const range = least === most ? `${least}` : `${least} to ${most}`
    return [[what, range, `1/${ratio(least)}`]]
  }),
)

saveTable(
  'tv-contrast',
  ['color', ...LOOKS.map(({ name }) => name)],
  Object.keys(BACKGROUNDS).map(target => [
    target,
    ...LOOKS.map(({ settings }) => (getReadability(settings, target) ?? 0).toFixed(1)),
  ]),
)
process.exit(0)
