import type { Page } from 'playwright'
import { listenForTrouble } from '../../support/page-trouble.ts'
import type { Sight } from './sight.ts'

/** A TV, in a browser or without one. */
export type Tv = {
  name: string
  /** What it announced, in order: name and room. */
  announced: string[]
  looks(): Promise<Sight>
  /** True while nothing is announced any more. */
  isQuiet(): Promise<boolean>
  troubles: string[]
}

/** A TV in a real browser, whose overlays pass as many times faster as the day does. */
export async function aPageTv(name: string, page: Page, hurry: number): Promise<Tv> {
  const announced: string[] = []
  const troubles = listenForTrouble(page)
  await page.exposeFunction('announced', (label: string) => void announced.push(label))
  await page.addInitScript(hurryUp, hurry)
  await page.addInitScript(watchOverlays)
  return {
    name,
    announced,
    troubles,
    looks: () => page.evaluate(readStage),
    isQuiet: async () => (await page.locator('.overlay, .blinks').count()) === 0,
  }
}

// These run in the page.

/** Five seconds are an overlay's; whatever else waits keeps its time. Sounds are over at once. */
function hurryUp(hurry: number) {
  const timeout = window.setTimeout
  const hurried = (work: TimerHandler, ms?: number) => timeout(work, ms === 5_000 ? ms / hurry : ms)
  Object.assign(window, { setTimeout: hurried })
  HTMLMediaElement.prototype.play = function () {
    timeout(() => this.onended?.(new Event('ended')), 50)
    return Promise.resolve()
  }
}

function watchOverlays() {
  const tell = (window as unknown as { announced(label: string): void }).announced
  const text = (overlay: Element, part: string) => overlay.querySelector(part)?.textContent
  const told = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const overlay of document.querySelectorAll('.overlay')) {
      if (told.has(overlay)) continue
      told.add(overlay)
      tell(`${text(overlay, '.overlay__name')}, ${text(overlay, '.overlay__room')}`)
    }
  }).observe(document, { subtree: true, childList: true })
}

function readStage(): Sight {
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
