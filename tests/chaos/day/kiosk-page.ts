import type { Page } from 'playwright'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import type { Ledger, StoredCheck } from '../ledger.ts'
import { FIRST_NAMES } from './clinic.ts'

type Kiosk = { page: Page; ledger: Ledger }
type Schedule = { isOver(): boolean; isLull(): boolean }

/** One kiosk registers six a minute. */
const EVERY_MS = 10_500
const PRESSES_WITHIN_MS = 1_500
const POLL_INTERVAL_MS = 100
const STAYS = 0.4
const HELD_MS = 1_000

/** Patients who take their number themselves, each with a name of their own. */
export async function useKiosk({ page, ledger }: Kiosk, random: SeededRandom, times: Schedule) {
  const { isOver, isLull } = times
  for (let n = 0; !isOver(); n++) {
    const startedAt = Date.now()
    const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} K${toLetters(n)}`
    const label = isLull() ? undefined : await takeNumber(page, name, random)
    if (label !== undefined) ledger.press(name, label)
    const restMs = EVERY_MS + random.between(0, 1_000) - (Date.now() - startedAt)
    await Bun.sleep(Math.max(POLL_INTERVAL_MS, restMs))
  }
}

/** A kiosk takes no digits in a name. */
function toLetters(n: number) {
  return [...String(n)].map(digit => String.fromCharCode(65 + Number(digit))).join('')
}

/** Null for the way to the counter, undefined if nothing was sent. */
async function takeNumber(page: Page, name: string, random: SeededRandom) {
  const visit = { page, name, random, hasChosen: false, hasSent: false }
  for (;;) {
    const step = (await page.locator('main.kiosk').getAttribute('data-step')) ?? ''
    if (visit.hasSent && step === 'number') return readNumber(page, random)
    if (visit.hasSent && (step === 'counter' || step === 'start')) return null
    try {
      await PRESSES[step]?.(visit)
    } catch {
      // The page says that the server is away, or has gone on by itself.
      if (!visit.hasSent) return undefined
    }
    await Bun.sleep(POLL_INTERVAL_MS)
  }
}

type Visit = {
  page: Page
  name: string
  random: SeededRandom
  hasChosen: boolean
  hasSent: boolean
}

const PRESSES: Record<string, (visit: Visit) => Promise<void>> = {
  start: ({ page, random }) =>
    press(page, '.kiosk__choices--languages .kiosk__choice', Math.floor(random.between(0, 4))),
  async queue(visit) {
    const { page, random, hasChosen } = visit
    const count = await page.locator('.kiosk__choice').count()
    visit.hasChosen = true
    // After a refusal the last one: General is always there.
    const place = hasChosen ? count - 1 : Math.floor(random.between(0, count))
    await press(page, '.kiosk__choice', place)
  },
  async name(visit) {
    const { page, name } = visit
    await page.locator('.kiosk__input').fill(name, { timeout: PRESSES_WITHIN_MS })
    visit.hasSent = true
    await press(page, '.kiosk__press--primary')
  },
}

function press(page: Page, selector: string, place = 0) {
  return page.locator(selector).nth(place).click({ timeout: PRESSES_WITHIN_MS })
}

async function readNumber(page: Page, random: SeededRandom) {
  const digits = page.locator('.kiosk-number__digits')
  // It goes by itself after a while: then nobody has read it.
  const label = await digits.textContent({ timeout: PRESSES_WITHIN_MS }).catch(() => null)
  if (random.happens(STAYS)) return label
  // A press within the first second is one of before.
  await Bun.sleep(HELD_MS)
  await press(page, '.kiosk-number__done').catch(() => {})
  return label
}

/** One press gives one number or the way to the counter, and never two. */
export const KIOSK_CHECKS: StoredCheck[] = [
  `select iif(count(*) > 0, null, 'nobody has got a number') as error
    from presses where label is not null`,
  `select case
      when count(patients.id) > 1 then known.name || ' has two numbers'
      when known.label is not null and count(patients.id) = 0
      then known.name || ' has been shown a number that is lost'
      when known.label <> prefix || printf('%03d', number)
      then known.name || ' has been shown another number'
    end as error
    from presses as known left join patients using (name) group by known.name`,
  `select iif(exists (select * from presses where name = patients.name), null,
      coalesce(name, 'somebody') || ' was registered without a press') as error
    from patients where type = 'kiosk'`,
].map(query => ({ about: 'Kiosk', query }))
