import { type Browser, chromium } from 'playwright'
import { LOOKS } from '../../islands/settings/looks.ts'
import { CHROMIUM_FLAGS, findOrGetChromium } from '../support/browser/chromium.ts'
import { drawPictures } from './day.ts'
import { DESK_STATES } from './desk-states.ts'
import { KIOSK_STATES, TICKET_STATES } from './patient-states.ts'
import { placesOf, type Shot, type State, take } from './take.ts'
import { TV_STATES } from './tv-states.ts'

/**
 * `bun run gallery` takes a picture of every screen in every state into `out/gallery`, and updates
 * the README's pictures. `bun run gallery queue`: only those whose screen or state has "queue" in
 * its name.
 */
const AT_ONCE = 2

const wanted = process.argv.slice(2).join(' ').toLowerCase()
const left = [...DESK_STATES, ...TICKET_STATES, ...KIOSK_STATES, ...TV_STATES].filter(state =>
  describe(state).toLowerCase().includes(wanted),
)
let taken = 0
let failed = 0

const executablePath = findOrGetChromium()
await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(`${taken} taken into out/gallery, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function work() {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  await drawPictures(browser)
  for (let state = left.shift(); state; state = left.shift()) {
    for (const place of placesOf(state))
      for (const look of state.inEachLook ? LOOKS : [undefined])
        await tryToTake(browser, { state, place, look })
    console.log(describe(state))
  }
}

async function tryToTake(browser: Browser, shot: Shot) {
  try {
    await take(browser, shot)
    taken++
  } catch (cause) {
    failed++
    const words = `${describe(shot.state)}, ${shot.place}, ${shot.look?.name ?? ''}`
    console.error(`${words}: ${cause instanceof Error ? cause.message : cause}`)
  }
}

function describe({ screen, name }: State) {
  return `${screen}: ${name}`
}
