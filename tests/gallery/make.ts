import { join } from 'node:path'
import { chromium } from 'playwright'
import { LOOKS } from '../../islands/settings/looks.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { startWeatherService } from '../support/fakes/weather-service.ts'
import { DESK_SCREENS } from './desk-screens.ts'
import { drawPosters } from './posters.ts'
import { REPORT_SCREENS } from './report-screens.ts'
import { smallerPng } from './smaller-png.ts'
import type { Screen, State } from './state.ts'
import { type Picture, take } from './take.ts'
import { TICKET_SCREENS } from './ticket-screens.ts'
import { TV_SCREENS } from './tv-screens.ts'

/**
 * `bun run gallery` takes a picture of every screen in every state into `out/gallery`, and updates
 * the README's pictures. `bun run gallery queue`: only those whose screen or state has "queue" in
 * its name.
 */
const OUT = join(import.meta.dirname, '../../out/gallery')
const AT_ONCE = 2
const README_LOOK = 'Calm'

const wanted = process.argv.slice(2).join(' ').toLowerCase()
const executablePath = findOrGetChromium()
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
const weather = startWeatherService()
await drawPosters(browser)
const stage = { browser, weatherUrl: weather.url, assets: loadAssets() }

const left = [...DESK_SCREENS, ...TICKET_SCREENS, ...REPORT_SCREENS, ...TV_SCREENS]
  .flatMap(screen => screen.states.map(state => ({ screen, state })))
  .filter(({ screen, state }) => `${screen.title} ${state.name}`.toLowerCase().includes(wanted))
let taken = 0
let failed = 0
await Promise.all(Array.from({ length: AT_ONCE }, work))

console.log(`${taken} pictures in ${OUT}, ${failed} failed`)
await browser.close()
weather.close()
process.exit(failed === 0 ? 0 : 1)

async function work() {
  for (let next = left.shift(); next; next = left.shift()) await row(next.screen, next.state)
}

async function row(screen: Screen, state: State) {
  const pictures: Picture[] = []
  for (const { place, look } of variantsOf(screen, state)) {
    try {
      pictures.push(...(await take(stage, { screen, state, place, look, folder: OUT })))
    } catch (cause) {
      failed++
      const words = [screen.title, state.name, place, look?.name ?? ''].join(', ')
      console.error(`${words}: ${cause instanceof Error ? cause.message : cause}`)
    }
  }
  taken += pictures.length
  for (const { file, overflow } of pictures.filter(picture => picture.overflow > 0)) {
    failed++
    console.error(`${file}: can be scrolled sideways by ${overflow} px`)
  }
  console.log(`${screen.title}: ${state.name}`)
  const { readme, inEachLook } = state
  const chosen = pictures.find(({ variant }) => !inEachLook || variant === README_LOOK)
  if (!readme || !chosen) return
  const png = Buffer.from(await Bun.file(join(OUT, chosen.file)).bytes())
  await Bun.write(join(import.meta.dirname, readme), smallerPng(png))
}

function variantsOf(screen: Screen, state: State) {
  const looks = state.inEachLook ? LOOKS : [undefined]
  return (state.places ?? screen.places).flatMap(place => looks.map(look => ({ place, look })))
}
