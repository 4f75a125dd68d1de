import type { Page } from 'playwright/test'

/** Set by `recordSounds` in the page. */
type Recorded = { played: string[]; playing: HTMLMediaElement | null }

/**
 * Records what the page plays once it has been loaded. Returns a function that reads it so far,
 * such as `aloud http://localhost/sounds/chime.mp3`; a muted sound is played `silently`.
 */
export async function recordSounds(page: Page) {
  await page.addInitScript(() => {
    const recorded: Recorded = { played: [], playing: null }
    Object.assign(window, recorded)
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      Object.assign(window, { playing: this })
      const how = this.muted ? 'silently' : 'aloud'
      const record = () => recorded.played.push(`${how} ${this.currentSrc}`)
      this.addEventListener('playing', record, { once: true })
      return play.call(this)
    }
  })
  return () => page.evaluate(() => (window as unknown as Recorded).played)
}

/** Holds the sound that was last started, so that only the page itself can end it. */
export function holdSound(page: Page) {
  return page.evaluate(() => (window as unknown as Recorded).playing?.pause())
}

/** Of the sound that was last started, in seconds; 0 when it was taken away. */
export function getPosition(page: Page) {
  return page.evaluate(() => (window as unknown as Recorded).playing?.currentTime ?? 0)
}
