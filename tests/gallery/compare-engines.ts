import { join } from 'node:path'
import { chromium } from 'playwright'
import { LOOKS } from '../../islands/settings/looks.ts'
import { saveTable } from '../bench/measurements.ts'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { launchOldBrowser, type OldBrowser } from '../support/browser/old-browser.ts'
import { ENGINES, getEngine } from '../support/browser/old-engines.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'
import { callAgain, drawPictures } from './day.ts'
import { type Look, openClinic, type State, WITHOUT_DATE } from './take.ts'
import { addTv, TV_STATES } from './tv-states.ts'

/**
 * `bun run compare:engines` takes the same pictures of the TV in old Chromiums and in the installed
 * one, into `out/engines`, and writes how much they differ to docs/measurements.md. Exits with 1
 * when a picture differs by more than the limit, or the console has an error.
 */
const OUT = join(import.meta.dirname, '../../out/engines')
/** Less than one earlier call that is missing (0.9 %). */
const MAX_SHARE = 0.008

/** A column of the table, the look, and the gallery's state: each panel, layout and script. */
const COMPARED = [
  ['a day, prayer times', 'Calm', 'a day in progress'],
  ['a day, weather', 'Classic', 'weather'],
  ['words in Tamil and English', 'Calm', 'in ta,en'],
  ['words in Chinese, tiles', 'Light', 'in zh, tiles'],
  ['overlay of a call', 'High contrast', 'the overlay of a call'],
  ['three scripts', 'Light', 'three scripts'],
  ['tiles', 'Light', 'tiles of 8'],
] as const

const STOPPED_CLOCK = `(function () {
  var at = ${Date.parse(TEN_O_CLOCK)}
  window.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length === 0 ? [at] : parts))
    }
    static now() {
      return at
    }
  }
})()`

/** Chromium balances lines since version 114; where they break is no fault. */
const UNBALANCED = `document.styleSheets[0].insertRule('* { text-wrap: wrap !important }')`

const IS_LOADED = `document.fonts.status === 'loaded' &&
  Array.from(document.images).every(function (image) { return image.complete })`

const currentPath = findOrGetChromium()
const found = await Promise.all(ENGINES.map(async name => ({ name, path: await getEngine(name) })))
const browser = await chromium.launch({ executablePath: currentPath, args: CHROMIUM_FLAGS })
await drawPictures(browser)
const comparer = await browser.newPage()

const expected = await shootAll('current', currentPath)
const rows: string[][] = []
let isWrong = false
for (const { name, path } of found) {
  const shots = await shootAll(String(name), path)
  const errors = shots.flatMap(shot => shot.errors)
  const shares: number[] = []
  for (const [index, { source }] of shots.entries())
    shares.push(await comparer.evaluate(getDifference, [source, expected[index]?.source ?? '']))
  for (const error of errors) console.error(`Chromium ${name}: ${error}`)
  if (errors.length > 0 || shares.some(share => share > MAX_SHARE)) isWrong = true
  const cells = shares.map(share => `${(share * 100).toFixed(2)} %`)
  rows.push([String(name), ...cells, String(errors.length)])
}
saveTable('tv-engines', ['Chromium', ...COMPARED.map(([column]) => column), 'errors'], rows)
process.exit(isWrong ? 1 : 0)

async function shootAll(engine: string, path: string) {
  const shots: { source: string; errors: string[] }[] = []
  for (const [column, lookName, stateName] of COMPARED) {
    const state = TV_STATES.find(({ name }) => name === stateName)
    const look = LOOKS.find(({ name }) => name === lookName)
    if (!state || !look) throw new Error(`the gallery has no ${stateName} in ${lookName}`)
    const file = join(OUT, `${column.replace(/\W+/g, '-')}-${engine}.png`)
    shots.push(await shoot(state, look, path, file))
  }
  return shots
}

async function shoot(state: State, look: Look, path: string, file: string) {
  const { clinic, url, close } = await openClinic(state, look)
  const tv = await launchOldBrowser(path)
  const has = (selector: string) =>
    tv.evaluate<boolean>(`document.querySelector('${selector}') !== null`)
  try {
    await tv.beforeScripts(STOPPED_CLOCK)
    await tv.beforeScripts(WITHOUT_DATE)
    await tv.goto(url + (await addTv(clinic, state.tvOptions)))
    await until('the page has started', () => has('body[data-awake]'))
    await tv.evaluate(UNBALANCED)
    await tv.press('Enter')
    await until('the hint disappears', async () => !(await has('.stage__hint')))
    if (state.announces) {
      await callAgain(clinic, state.announces)
      await until('the call is shown', () => has('.overlay'))
    }
    return { source: await photograph(tv, file), errors: tv.consoleErrors }
  } finally {
    await tv.close()
    await close()
  }
}

/** When nothing fades any more: two pictures in a row are the same. */
async function photograph(tv: OldBrowser, file: string) {
  let source = ''
  await until('the picture is still', async () => {
    const before = source
    await tv.screenshot(file)
    source = `data:image/png;base64,${Buffer.from(await Bun.file(file).bytes()).toString('base64')}`
    return (await tv.evaluate<boolean>(IS_LOADED)) && before === source
  })
  return source
}

/**
 * Runs in the page: the share of two pictures, 0 to 1, in which they are seen to differ. Engines
 * smooth letters differently and place them up to 2 px apart: it vanishes when they are smaller.
 */
async function getDifference(sources: string[]) {
  const scale = 1 / 8
  /** Of 255, in the color that differs most. */
  const seenFrom = 48
  const [one, other] = await Promise.all(sources.map(pixelsOf))
  if (!one || one.length !== other?.length) throw new Error('the pictures differ in size')
  let different = 0
  for (let at = 0; at < one.length; at += 4) {
    const channels = [at, at + 1, at + 2]
    if (channels.some(i => Math.abs((one[i] ?? 0) - (other[i] ?? 0)) >= seenFrom)) different++
  }
  return different / (one.length / 4)

  async function pixelsOf(source: string) {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = new OffscreenCanvas(image.width * scale, image.height * scale)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height).data
  }
}
