import type { Page } from 'playwright'
import type { View } from '../checks/expected-view.ts'
import { collectPageErrors } from './page-errors.ts'

/** A TV, with or without a browser. */
export type Tv = {
  name: string
  /** Name and room of each announcement, in order. */
  announced: string[]
  getView(): Promise<View>
  /** No announcement in progress or queued. */
  isQuiet(): Promise<boolean>
  consoleErrors: string[]
}

/** A TV in a real browser with shortened overlays. */
export async function openPageTv(name: string, page: Page, speedup: number): Promise<Tv> {
  const announced: string[] = []
  const consoleErrors = collectPageErrors(page)
  await page.exposeFunction('announced', (label: string) => void announced.push(label))
  await page.addInitScript(speedUpTimers, speedup)
  await page.addInitScript(observeOverlays)
  return {
    name,
    announced,
    consoleErrors,
    getView: () => page.evaluate(readStage),
    isQuiet: async () => (await page.locator('.overlay, .blinks').count()) === 0,
  }
}

// These run in the page.

/** Only the overlay's five seconds are shortened. */
function speedUpTimers(speedup: number) {
  const timeout = window.setTimeout
  const spedUpTimeout = (work: TimerHandler, ms?: number) =>
    timeout(work, ms === 5_000 ? ms / speedup : ms)
  Object.assign(window, { setTimeout: spedUpTimeout })
  HTMLMediaElement.prototype.play = function () {
    timeout(() => this.onended?.(new Event('ended')), 50)
    return Promise.resolve()
  }
}

function observeOverlays() {
  const announce = (window as unknown as { announced(label: string): void }).announced
  const text = (overlay: Element, part: string) => overlay.querySelector(part)?.textContent
  const announcedOverlays = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const overlay of document.querySelectorAll('.overlay')) {
      if (announcedOverlays.has(overlay)) continue
      announcedOverlays.add(overlay)
      announce(`${text(overlay, '.overlay__name')}, ${text(overlay, '.overlay__room')}`)
    }
  }).observe(document, { subtree: true, childList: true })
}

function readStage(): View {
  const text = (from: ParentNode, part: string) => from.querySelector(part)?.textContent ?? ''
  const [name, room] = [text(document, '.stage__name'), text(document, '.stage__room')]
  return {
    'current call': [room ? `${name}, ${room}` : name],
    'history on TV': Array.from(
      document.querySelectorAll('.stage__row--taken'),
      row => `${text(row, '.stage__row-name')}, ${text(row, '.stage__row-room')}`,
    ),
  }
}
