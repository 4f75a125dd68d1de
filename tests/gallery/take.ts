import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { THEMES } from './places.ts'
import { createScene, type Stage } from './scene.ts'
import type { Place, Screen, State } from './state.ts'

/** A picture of the gallery; `wide` is what it needs more than its place is wide. */
export type Picture = { place: Place; theme: string; file: string; overflow: number }

/** Photographs one state at one place, in each theme; files lie below `folder`. */
export async function take(stage: Stage, options: Options): Promise<Picture[]> {
  const { screen, state, place, folder } = options
  const { scene, closeScene } = await createScene(stage, options)
  try {
    await state.show(scene)
    if (state.isWhole) await makeRoom(scene.page)
    const pictures: Picture[] = []
    for (const theme of THEMES[place]) {
      const file = join(slug(screen.title), `${slug(state.name)}-${place}-${theme}.png`)
      await photograph(scene.page, { theme, path: join(folder, file) })
      pictures.push({ place, theme, file, overflow: await overflow(scene.page) })
    }
    return pictures
  } finally {
    await closeScene()
  }
}

type Options = { screen: Screen; state: State; place: Place; folder: string }
type Shot = { theme: string; path: string }

/** A theme is nothing but tokens: changing it leaves the state as it is. */
async function photograph(page: Page, { theme, path }: Shot) {
  await page.evaluate(async chosen => {
    if (chosen !== 'tv') document.documentElement.dataset.theme = chosen
    await document.fonts.ready
  }, theme)
  await mkdir(dirname(path), { recursive: true })
  // A marquee that is told to stop stands where it began, out of sight.
  const animations = theme === 'tv' ? 'allow' : 'disabled'
  await page.screenshot({ path, animations, caret: 'hide' })
}

/** A window as high as the page: what is out of sight would not be drawn. */
async function makeRoom(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const size = page.viewportSize()
  if (size) await page.setViewportSize({ ...size, height })
}

/** By how many px the page can be scrolled sideways; a phone then tells of a wider window than it has. */
async function overflow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width - (page.viewportSize()?.width ?? width)
}

export function slug(words: string) {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
