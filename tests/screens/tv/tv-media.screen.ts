import type { MediaItem } from '#domain/media/media'
import { createPng } from '../../support/files/images.ts'
import { expect, type Page, stopClock } from '../../support/screens/fixtures.ts'
import { overrideTvSettings, refetchAtStart, test } from '../../support/screens/tv-fixtures.ts'

const PICTURES: Record<string, Uint8Array> = {
  'first.png': createPng({ width: 640, height: 360 }),
  'second.png': createPng({ width: 640, height: 360, shade: 255 }),
  'huge.png': createPng({ width: 8_000, height: 6_000, shade: 255 }),
  'upright.png': createPng({ width: 400, height: 600 }),
  'upright-too.png': createPng({ width: 400, height: 640, shade: 255 }),
}

/** Unknown names get a 404. */
async function withGallery(tv: Page, ...names: string[]) {
  const items = names.map((filename, at): MediaItem => {
    return { id: at + 1, filename, type: 'image', name: filename, url: `/gallery/${filename}` }
  })
  await refetchAtStart(tv)
  await tv.route('**/api/tv/*/display', route => route.fulfill({ json: items }))
  await tv.route('**/gallery/*', route => {
    const body = PICTURES[new URL(route.request().url()).pathname.split('/').at(-1) ?? '']
    if (!body) return route.fulfill({ status: 404 })
    return route.fulfill({ body: Buffer.from(body), contentType: 'image/png' })
  })
}

const slot = (tv: Page, name: string) => tv.locator(`.stage__slot:has([src$="/${name}"])`)
const isShown = (tv: Page, name: string) => expect(slot(tv, name)).toHaveClass(/stage__slot--shown/)

/** Loaded and decoded, but not yet shown. */
async function isMadeReady(tv: Page, name: string) {
  const picture = slot(tv, name).locator('img')
  await expect
    .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await expect(slot(tv, name)).not.toHaveClass(/stage__slot--shown/)
  await expect(slot(tv, name)).toHaveCSS('opacity', '0')
}

test('two pictures fade every ten seconds; a missing one is skipped', async ({ tv, openTv }) => {
  await withGallery(tv, 'missing.png', 'first.png', 'second.png')
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await isShown(tv, 'first.png')
  await expect(slot(tv, 'first.png')).toHaveCSS('transition', /opacity 0\.5s linear/)
  for (const [shown, next] of [
    ['first.png', 'second.png'],
    ['second.png', 'first.png'],
    ['first.png', 'second.png'],
  ] as const) {
    await tv.clock.runFor(2_000)
    await isMadeReady(tv, next)
    await isShown(tv, shown)
    await expect(slot(tv, 'missing.png')).toHaveCount(0)
    await tv.clock.runFor(9_000)
    await isShown(tv, next)
    await expect(slot(tv, next)).toHaveCSS('opacity', '1')
    await tv.clock.runFor(600)
    await expect(tv.locator('.stage__slot--shown')).toHaveCount(1)
  }
})

test('a huge picture is shown whole, a wide one fills its place', async ({ tv, tvUrl }) => {
  for (const [name, fit] of [
    ['huge.png', 'contain'],
    ['first.png', 'cover'],
  ] as const) {
    await withGallery(tv, name)
    await tv.goto(tvUrl)
    await isShown(tv, name)
    const picture = slot(tv, name).locator('img')
    await expect(picture).toHaveCSS('object-fit', fit)
    expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width: 1248, height: 700 })
  }
})

test('two upright pictures are shown side by side, a wide one alone', async ({ tv, openTv }) => {
  await withGallery(tv, 'first.png', 'upright.png', 'upright-too.png')
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await isShown(tv, 'first.png')
  await tv.clock.runFor(2_000)
  const pictures = tv.locator('.stage__slot--pair img')
  await expect(pictures).toHaveCount(2)
  await expect(tv.locator('.stage__slot--pair')).toHaveCSS('opacity', '0')
  await expect
    .poll(() => pictures.last().evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await tv.clock.runFor(9_000)
  await isShown(tv, 'upright.png')
  await expect(slot(tv, 'upright.png')).toHaveCSS('opacity', '1')
  const [left, right] = [await pictures.first().boundingBox(), await pictures.last().boundingBox()]
  expect(left).toEqual({ x: 0, y: 0, width: 624, height: 700 })
  expect(right).toEqual({ x: 624, y: 0, width: 624, height: 700 })
  await tv.clock.runFor(2_000)
  await isMadeReady(tv, 'first.png')
  await tv.clock.runFor(9_000)
  await isShown(tv, 'first.png')
  await tv.clock.runFor(600)
  await expect(tv.locator('.stage__slot--pair.stage__slot--shown')).toHaveCount(0)
})

const FILM = {
  dashboardMediaType: 'youtube',
  youtubeUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1',
}

test("YouTube replaces the clinic's own pictures, but where it is blocked", async ({
  tv,
  openTv,
}) => {
  await overrideTvSettings(tv, FILM)
  await withGallery(tv, 'first.png')
  const requestedUrls: string[] = []
  await tv.route(/youtube/, route => {
    requestedUrls.push(route.request().url())
    return route.abort()
  })
  await tv.clock.install()
  await openTv()
  await expect.poll(() => requestedUrls).toHaveLength(1)
  expect(requestedUrls[0]).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?.*mute=1&loop=1/,
  )
  await isShown(tv, 'first.png')
  await tv.clock.runFor(15_100)
  await expect(tv.locator('iframe')).toHaveCount(0)
  await isShown(tv, 'first.png')

  await withGallery(tv)
  await openTv()
  await expect(tv.locator('iframe')).toHaveCount(1)
  await tv.clock.runFor(15_100)
  await expect(tv.getByText('NO DISPLAY')).toBeVisible()

  await withGallery(tv, 'first.png')
  const body = '<script>onmessage = ({ source }) => source.postMessage("{}", "*")</script>'
  await tv.route(/youtube/, route => route.fulfill({ body, contentType: 'text/html' }))
  await openTv()
  await expect(tv.locator('.stage__slot--shown iframe')).toHaveCount(1)
  await expect(slot(tv, 'first.png')).toHaveCount(0)
})
