import { join } from 'node:path'
import { chromium } from 'playwright'
import { loadAssets } from '../../server/http/assets.ts'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { startWeatherService } from '../support/fakes/weather-service.ts'
import { indexPage, type Row } from './index-page.ts'
import { drawPosters } from './posters.ts'
import { refreshReadme } from './readme.ts'
import { SCREENS } from './screens/index.ts'
import type { Look, Screen, State } from './state.ts'
import { type Picture, take } from './take.ts'

/**
 * `bun run gallery` takes a picture of every screen in every state into `out/gallery`, and updates the README's
 * pictures. `bun run gallery queue`: only those whose screen or state has "queue" in its name.
 */
const OUT = join(import.meta.dirname, '../../out/gallery')
const AT_ONCE = 2

const wanted = process.argv.slice(2).join(' ').toLowerCase()
const executablePath = findOrGetChromium()
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
const weather = startWeatherService()
await drawPosters(browser)
const stage = { browser, weatherUrl: weather.url, assets: loadAssets() }

const left = SCREENS.flatMap(screen => screen.states.map(state => ({ screen, state }))).filter(
  ({ screen, state }) => `${screen.title} ${state.name}`.toLowerCase().includes(wanted),
)
const order = left.map(({ state }) => state)
const rows = new Map<State, Row>()
let failed = 0
await Promise.all(Array.from({ length: AT_ONCE }, work))

await Bun.write(join(OUT, 'index.html'), indexPage(order.flatMap(state => rows.get(state) ?? [])))
console.log(`${rows.size} states in ${join(OUT, 'index.html')}, ${failed} pictures failed`)
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
  rows.set(state, { screen: screen.title, state: state.name, pictures })
  console.log(`${screen.title}: ${state.name}`)
  const { readme, readmeLook } = state
  const chosen = pictures.find(({ variant }) => !readmeLook || variant === readmeLook)
  if (readme && chosen) await refreshReadme(join(OUT, chosen.file), readme)
}

function variantsOf(screen: Screen, state: State) {
  const looks = state.looks ?? screen.looks ?? []
  const shown: (Look | undefined)[] = looks.length > 0 ? [...looks] : [undefined]
  return (state.places ?? screen.places).flatMap(place => shown.map(look => ({ place, look })))
}
