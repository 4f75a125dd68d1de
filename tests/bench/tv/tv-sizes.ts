import { openBrowser } from '../browser.ts'
import { saveTable } from '../measurements.ts'
import { runClinic } from '../program.ts'

/**
 * `bun run bench:tv-sizes`: every text of the TV as its page draws it, and how far it can be read.
 * Writes the table of docs/measurements.md.
 */

/** A 43" TV: 1080 px are 535 mm high. */
const MM_PER_PX = 535 / 1080
/** Of Inter: the height of a capital letter at a font size of 1. */
const CAP_HEIGHT = 0.727
const DISTANCE_MM = 6_000
/** A call's overlay is over by then. */
const SHOWN_MS = 6_000
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
  ['name of the call', '.stage__name:not(.stage__name--none) > div'],
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

const { url, send, stop } = await runClinic({
  showPrayerTimes: 'true',
  enableMarquee: 'true',
  marqueeText: 'Please keep your number',
})
await send('PUT', `/api/windows/${ROOMS[0]}`, { name: 'Room 1 - Dr. Aminah' })
await send('PUT', `/api/windows/${ROOMS[1]}`, { name: 'Treatment Room 12 - Dr. Muhammad Faizal' })
await send('POST', '/api/patients', { name: 'TAN MEI LING' })
const { device, token } = await send('POST', '/api/tv-devices', { userId: 1, name: 'Hall' })
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await page.goto(`${url}/tv/${token}`)
await page.evaluate(noteSizes, TEXTS)
await callAll()
const tiles = { layout: 'tiles', showsWaiting: true, showsMissed: true }
await send('PATCH', `/api/tv-devices/${device.id}`, tiles)
await callAll()
const sizes = await page.evaluate(() => window.sizes)
await browser.close()
stop()

const ratio = (px: number) => Math.round(DISTANCE_MM / (px * MM_PER_PX * CAP_HEIGHT))
saveTable(
  'tv-sizes',
  ['text', 'px, smallest to largest', 'capitals at 6 m, as 1 / distance'],
  TEXTS.map(([what]) => {
    const { least, most } = sizes[what] ?? {}
    if (!least || !most) return [what, 'not shown', '']
    return [what, least === most ? `${least}` : `${least} to ${most}`, `1/${ratio(least)}`]
  }),
)
process.exit(0)

async function callAll() {
  for (const [index, name] of NAMES.entries()) {
    const { id } = await send('POST', '/api/patients', { name })
    const windowId = ROOMS[index % ROOMS.length]
    await send('PATCH', `/api/patients/${id}/status`, { status: 'called', windowId })
    await Bun.sleep(SHOWN_MS)
    await send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
  }
}

declare global {
  interface Window {
    sizes: Record<string, { least: number; most: number }>
  }
}

/** Runs in the page: notes the font sizes that are painted, in px of the stage. */
function noteSizes(texts: typeof TEXTS) {
  window.sizes = {}
  function note() {
    // Before, a text is fitted with the widths of another font.
    if (document.fonts.status !== 'loaded') return
    for (const [what, selector] of texts) {
      for (const element of document.querySelectorAll(selector)) {
        const px = Number.parseFloat(getComputedStyle(element).fontSize)
        const { least = px, most = px } = window.sizes[what] ?? {}
        window.sizes[what] = { least: Math.min(least, px), most: Math.max(most, px) }
      }
    }
  }
  // A task queued in a frame's callback runs after the texts are fitted.
  setInterval(() => requestAnimationFrame(() => setTimeout(note)), 100)
}
