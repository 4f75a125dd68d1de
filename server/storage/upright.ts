import { formatOrientation } from './strip-metadata/orientation.ts'

type Turn = (image: Bun.Image) => Bun.Image

/** The turns of each orientation of TIFF 6.0. Bun turns an image before it mirrors it. */
const TURNS: Record<number, Turn> = {
  2: image => image.flop(),
  3: image => image.rotate(180),
  4: image => image.flip(),
  5: image => image.rotate(90).flop(),
  6: image => image.rotate(90),
  7: image => image.rotate(270).flop(),
  8: image => image.rotate(270),
}

const ENCODERS: Record<string, Turn> = {
  'image/jpeg': image => image.jpeg({ quality: 90 }),
  'image/png': image => image.png(),
  'image/webp': image => image.webp({ quality: 90 }),
}

/**
 * Draws an image anew if its Exif data turn it, because browsers of old TVs show it as it lies.
 * Takes an image without other metadata; an animation stays as it is. Rejects as Bun.Image does.
 */
export async function makeUpright(image: Uint8Array, mime: string): Promise<Uint8Array> {
  const content = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  const encode = ENCODERS[mime]
  const orientation = Object.keys(TURNS).find(turned => content.includes(getMark(Number(turned))))
  const turn = TURNS[Number(orientation)]
  if (!encode || !turn || content.includes('ANMF')) return image
  return encode(turn(new Bun.Image(content, { autoOrient: false }))).buffer()
}

/** What stripMetadata leaves of an image's Exif data; no pixels look like it. */
function getMark(orientation: number) {
  return formatOrientation(orientation) ?? Buffer.alloc(0)
}
