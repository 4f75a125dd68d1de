import type { Browser } from 'playwright'

/**
 * Engines smooth letters differently and place them up to 2 px apart: it vanishes when the pictures
 * are smaller.
 */
const SCALE = 1 / 8
/** Of 255, in the color that differs most. */
const SEEN_FROM = 48

/** The share of two pictures of the same size, 0 to 1, in which they are seen to differ. */
export async function getDifference(browser: Browser, one: Uint8Array, other: Uint8Array) {
  const page = await browser.newPage()
  try {
    return await page.evaluate(compare, {
      sources: [one, other].map(
        png => `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
      ),
      scale: SCALE,
      seenFrom: SEEN_FROM,
    })
  } finally {
    await page.close()
  }
}

type Input = { sources: string[]; scale: number; seenFrom: number }

/** Runs in the page. */
async function compare({ sources, scale, seenFrom }: Input) {
  const [one, other] = await Promise.all(sources.map(pixelsOf))
  if (!one || one.length !== other?.length) throw new Error('the pictures differ in size')
  let different = 0
  for (let at = 0; at < one.length; at += 4) {
    const channels = [at, at + 1, at + 2]
    if (channels.some(i => Math.abs((one[i] ?? 0) - (other[i] ?? 0)) >= seenFrom)) different++
  }
  return different / (one.length / 4)

  async function pixelsOf(source: string) {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width * scale
    canvas.height = image.height * scale
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height).data
  }
}
