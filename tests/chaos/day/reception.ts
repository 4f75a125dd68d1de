import type { Page } from 'playwright'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { QUEUES } from '../clinic.ts'

type Desk = { name: string; page: Page }
type Schedule = {
  stepMs: number
  isLull(): boolean
  /** The cells that one reception uploads once more. */
  list: { cells: string; isDue(): boolean; isUploaded: boolean } | null
}

const QUICKLY = { timeout: 1_500 }
const POLL_INTERVAL_MS = 50
const PRIORITY = 0.12
const CHECKS_IN = 0.25
const CHOOSES = 0.6
const TYPES_EVERY_MS = 60
const SEARCH = 'Search expected patients'
/** The dialog is loaded when it is first shown. */
const SLOWLY = { timeout: 4_000 }

/**
 * Registers patients, at times before the one before is saved, and checks in who is expected.
 * `takeName` returns null while nobody is at the desk, and undefined once all have come.
 */
export async function register(
  { page }: Desk,
  takeName: () => string | null | undefined,
  random: SeededRandom,
  { stepMs, isLull, list }: Schedule,
) {
  for (let name = takeName(); name !== undefined; name = takeName()) {
    await waitUntilSaved(0.7)
    if (list?.isDue() && !list.isUploaded) list.isUploaded = await uploadList(page, list.cells)
    if (name === null) await Bun.sleep(POLL_INTERVAL_MS)
    else {
      if (random.happens(CHOOSES)) await chooseQueue()
      await typeName(name)
      if (!isLull() && random.happens(CHECKS_IN)) await checkIn(page, random)
    }
  }
  await waitUntilSaved(1)
  await clearSearch(page)

  async function waitUntilSaved(patience: number) {
    for (;;) {
      // Only a patient who was typed for a queue that ended is refused: General takes them.
      if ((await isPending('stopped')) || (await isPending('refused'))) {
        await Bun.sleep(random.between(0.2, 0.6) * stepMs)
        // It may have been sent meanwhile, because the page retries by itself.
        await page
          .locator('.pending > button')
          .click(QUICKLY)
          .catch(() => {})
      } else if ((await isPending('waiting')) && random.happens(patience)) {
        await Bun.sleep(POLL_INTERVAL_MS)
      } else return
    }
  }

  async function isPending(state: string) {
    return (await page.locator(`.pending__row[data-state=${state}]`).count()) > 0
  }

  async function chooseQueue() {
    const place = Math.floor(random.between(0, QUEUES.length + 1))
    if (random.happens(0.5)) {
      await page.keyboard.press(`Alt+${place + 1}`)
      // Keys that follow faster are a scanner's.
      return Bun.sleep(TYPES_EVERY_MS)
    }
    const chip = page.locator('.queue-chip').nth(place)
    // The last one is missing while its queue is not active.
    await chip.click(QUICKLY).catch(() => {})
  }

  async function typeName(name: string) {
    const field = page.getByLabel('Patient Name')
    await field.fill(name)
    if (random.happens(PRIORITY)) {
      const priority = page.getByLabel('Priority Patient')
      // A page ignores a press at a place that something else has just left.
      while (!(await priority.isChecked())) await priority.check().catch(() => {})
      await page.getByLabel('Priority Reason').fill('FEVER')
    }
    await field.press('Enter')
  }
}

/** F2, the last letters of the name, Enter. Nothing happens if another desk was faster. */
async function checkIn(page: Page, random: SeededRandom) {
  await clearSearch(page)
  const names = await page
    .locator('.expected__name')
    .evaluateAll(all => all.map(name => name.firstChild?.textContent ?? ''))
  if (names.length === 0) return
  const letters = /\S*$/.exec(random.oneOf(...names))?.[0] ?? ''
  await page.keyboard.press('F2')
  const focused = await page.evaluate(() => document.activeElement?.ariaLabel)
  if (focused !== SEARCH) return
  await page.keyboard.type(letters, { delay: TYPES_EVERY_MS })
  await Bun.sleep(TYPES_EVERY_MS)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

/** A dialog that came late may have taken the last keys. */
async function clearSearch(page: Page) {
  const search = page.getByLabel(SEARCH)
  if ((await search.count()) > 0) await search.fill('', QUICKLY).catch(() => {})
}

async function uploadList(page: Page, cells: string) {
  const dialog = page.locator('dialog[open]')
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click(SLOWLY)
  try {
    await page.getByRole('button', { name: 'Upload list' }).click(SLOWLY)
    await dialog.getByLabel('Paste the cells here').fill(cells, SLOWLY)
    await press('Check the cells')
    await press(/^Upload \d+/)
    await dialog.waitFor({ state: 'detached', ...SLOWLY })
    return true
  } catch {
    // The network is down, the disk is full, or a queue of the list has just ended.
    await press('Cancel').catch(() => {})
    return false
  }
}
