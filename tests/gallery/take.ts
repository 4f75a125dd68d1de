import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { themesOf } from './places.ts'
import { createScene, type Options, type Stage } from './scene.ts'
import type { Place } from './state.ts'

/** A picture of the gallery in a theme or look; `overflow` is the horizontal one in px. */
export type Picture = { place: Place; variant: string; file: string; overflow: number }

/** Takes pictures of one state at one place, in this look or each theme, into `folder`. */
export async function take(
  stage: Stage,
  options: Options & { folder: string },
): Promise<Picture[]> {
  const { screen, state, place, look, folder } = options
  const { scene, closeScene } = await createScene(stage, options)
  try {
    await state.show(scene)
    if (state.isWhole) await makeRoom(scene.page)
    const pictures: Picture[] = []
    for (const theme of themesOf(place)) {
      const variant = look?.name ?? theme
      const file = join(slug(screen.title), `${slug(state.name)}-${place}-${slug(variant)}.png`)
      await photograph(scene.page, { theme, path: join(folder, file) })
      pictures.push({ place, variant, file, overflow: await overflow(scene.page) })
    }
    return pictures
  } finally {
    await closeScene()
  }
}

type Shot = { theme: string; path: string }

/** A theme is only tokens, so changing it keeps the state. */
async function photograph(page: Page, { theme, path }: Shot) {
  // A patient's phone follows its own setting.
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
  await page.evaluate(async chosen => {
    if (chosen !== 'tv') {
      localStorage.setItem('ui-theme', chosen)
      // As if another tab had chosen it.
      dispatchEvent(new StorageEvent('storage', { key: 'ui-theme', newValue: chosen }))
    }
    // The test's clock does not move transitions.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
    await document.fonts.ready
  }, theme)
  await mkdir(dirname(path), { recursive: true })
  // A stopped marquee stays at its start, out of view.
  const animations = theme === 'tv' ? 'allow' : 'disabled'
  await page.screenshot({ path, animations, caret: 'hide' })
}

/** A window as high as the page, because what is out of view is not drawn. */
async function makeRoom(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const size = page.viewportSize()
  if (size) await page.setViewportSize({ ...size, height })
}

/** How many px the page can be scrolled sideways; a phone then reports a wider window. */
async function overflow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width - (page.viewportSize()?.width ?? width)
}

function slug(words: string) {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
