import { formatOrientation, readOrientation } from './orientation.ts'
import { createOutput, MAX_PARTS } from './output.ts'

const HEADER_BYTES = 12
const FRAME_BYTES = 8
const DRAWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

type Chunk = { name: string; content: Buffer }

/** Keeps the orientation, too. */
export function stripWebp(image: Buffer) {
  const output = createOutput(image)
  const exif = listChunks(image)
    .take(MAX_PARTS)
    .find(({ name }) => name === 'EXIF')
  const tiff = exif ? formatOrientation(readOrientation(exif.content)) : null
  output.write(image.subarray(0, HEADER_BYTES))
  for (const { name, content } of listChunks(image)) {
    output.countPart()
    if (name === 'VP8X') output.write(...formatChunk({ name, content: setFlags(content, tiff) }))
    else if (DRAWN.has(name)) output.write(...formatChunk({ name, content }))
  }
  if (tiff) output.write(...formatChunk({ name: 'EXIF', content: tiff }))
  const stripped = output.take()
  stripped.writeUInt32LE(stripped.length - 8, 4)
  return stripped
}

/** One at a time: a hostile file has a million. */
function* listChunks(image: Buffer): Generator<Chunk> {
  const end = Math.min(image.readUInt32LE(4) + 8, image.length)
  for (let at = HEADER_BYTES; at + FRAME_BYTES <= end; ) {
    const from = at + FRAME_BYTES
    const length = image.readUInt32LE(at + 4)
    const name = image.toString('latin1', at, at + 4)
    yield { name, content: image.subarray(from, Math.min(from + length, end)) }
    at = from + length + (length % 2)
  }
}

function setFlags(content: Buffer, tiff: Buffer | null) {
  const changed = Buffer.from(content)
  const [flags = 0] = content
  changed[0] = (flags & ~(HAS_EXIF | HAS_XMP)) | (tiff ? HAS_EXIF : 0)
  return changed
}

function formatChunk({ name, content }: Chunk) {
  const header = Buffer.alloc(FRAME_BYTES)
  header.write(name, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return [header, content, Buffer.alloc(content.length % 2)]
}
