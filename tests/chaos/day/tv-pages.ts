import type { Page } from 'playwright'

/** Call it before a TV is opened; returns name and room of each announcement, in order. */
export async function recordAnnouncements(page: Page, speedup: number) {
  const announced: string[] = []
  await page.exposeFunction('announced', (label: string) => void announced.push(label))
  await page.addInitScript(speedUpTimers, speedup)
  await page.addInitScript(observeOverlays)
  return announced
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
