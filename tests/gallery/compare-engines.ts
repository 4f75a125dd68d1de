import { join } from 'node:path'
import { chromium } from 'playwright'
import { LOOKS } from '../../islands/settings/looks.ts'
import { changeTvOptions, createTvDevice } from '../../server/actions/tv/tv-devices.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { serve } from '../../server/serve.ts'
import { saveTable } from '../bench/measurements.ts'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { launchOldBrowser, type OldBrowser } from '../support/browser/old-browser.ts'
import { ENGINES, getEngine } from '../support/browser/old-engines.ts'
import { startWeatherService } from '../support/fakes/weather-service.ts'
import { createTestClinic, TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'
import { save } from './day.ts'
import { ENGINE_STATES, type EngineState } from './engine-states.ts'
import { getDifference } from './picture-difference.ts'
import { drawPosters } from './posters.ts'

/**
 * `bun run compare:engines` takes the same pictures of the TV in old Chromiums and in the installed
 * one, into `out/engines`, and writes how much they differ to docs/measurements.md. Exits with 1
 * when a picture differs by more than the limit, or the console has an error.
 */
const OUT = join(import.meta.dirname, '../../out/engines')
/**
 * Twice what the letters of Chromium 64 make, and less than one earlier call that is missing (0.9
 * %).
 */
const MAX_SHARE = 0.008
const READY_WITHIN_MS = 20_000

/** The clock stands still, and the server's is not asked. */
const STOPPED_CLOCK = `(function () {
  var at = ${Date.parse(TEN_O_CLOCK)}
  var RealDate = Date
  class StoppedDate extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(at)
      else super(...parts)
    }
    static now() {
      return at
    }
  }
  window.Date = StoppedDate
  var get = Headers.prototype.get
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === 'date' ? null : get.call(this, name)
  }
})()`

const IS_LOADED = `document.fonts.status === 'loaded' &&
  Array.from(document.images).every(function (image) { return image.complete })`

type Shot = { picture: Uint8Array; errors: string[] }

const currentPath = findOrGetChromium()
const found = await Promise.all(ENGINES.map(async name => ({ name, path: await getEngine(name) })))
const weather = startWeatherService()
const comparer = await chromium.launch({ executablePath: currentPath, args: CHROMIUM_FLAGS })
await drawPosters(comparer)
const assets = loadAssets()

const expected = await shootAll('current', currentPath)
const rows: string[][] = []
let isWrong = false
for (const { name, path } of found) rows.push(await compareEngine(String(name), path))

saveTable('tv-engines', ['Chromium', ...ENGINE_STATES.map(({ name }) => name), 'errors'], rows)
await comparer.close()
weather.close()
process.exit(isWrong ? 1 : 0)

async function compareEngine(engine: string, path: string) {
  const shots = await shootAll(engine, path)
  const shares: number[] = []
  for (const [index, { picture }] of shots.entries()) {
    const other = expected[index]?.picture
    if (other) shares.push(await getDifference(comparer, picture, other))
  }
  const errors = shots.flatMap(shot => shot.errors)
  for (const error of errors) console.error(`Chromium ${engine}: ${error}`)
  if (errors.length > 0 || shares.some(share => share > MAX_SHARE)) isWrong = true
  return [engine, ...shares.map(share => `${(share * 100).toFixed(2)} %`), String(errors.length)]
}

async function shootAll(engine: string, path: string) {
  const shots: Shot[] = []
  for (const state of ENGINE_STATES) {
    const file = join(OUT, `${state.name.replace(/\W+/g, '-')}-${engine}.png`)
    shots.push(await shoot(state, path, file))
  }
  return shots
}

async function shoot(state: EngineState, path: string, file: string): Promise<Shot> {
  const { clinic, close } = await createTestClinic({ weatherUrl: weather.url })
  const serving = serve(clinic, { port: 0, hostname: '127.0.0.1', assets })
  const tv = await launchOldBrowser(path)
  try {
    await save(clinic, LOOKS.find(({ name }) => name === state.look)?.settings ?? {})
    await state.fill(clinic)
    const { device, token } = await createTvDevice(clinic, { userId: 1, name: 'Hall' })
    await changeTvOptions(clinic, device.id, state.options ?? {})

    await tv.beforeScripts(STOPPED_CLOCK)
    await tv.goto(`${serving.url}/tv/${token}`)
    await until('the page has started', () => has(tv, 'body[data-awake]'), READY_WITHIN_MS)
    await tv.press('Enter')
    await until('the hint disappears', async () => !(await has(tv, '.stage__hint')))
    if (state.announce) {
      await state.announce(clinic)
      await until('the call is shown', () => has(tv, '.overlay'))
    }
    return { picture: await photograph(tv, file), errors: tv.consoleErrors }
  } finally {
    await tv.close()
    await serving.stop()
    await close()
  }
}

function has(tv: OldBrowser, selector: string) {
  return tv.evaluate<boolean>(`document.querySelector('${selector}') !== null`)
}

/** When nothing fades any more: two pictures in a row are the same. */
async function photograph(tv: OldBrowser, file: string) {
  let picture = new Uint8Array()
  await until('the picture is still', async () => {
    const before = picture
    await tv.screenshot(file)
    picture = await Bun.file(file).bytes()
    return (await tv.evaluate<boolean>(IS_LOADED)) && Buffer.compare(before, picture) === 0
  })
  return picture
}
