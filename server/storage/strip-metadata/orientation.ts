const UPRIGHT = 1
const MOST = 8
const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/** How an image is turned, 1 to 8, from its Exif data (TIFF 6.0); 1 if that is damaged. */
export function readOrientation(exif: Buffer): number {
  const tiff = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff[0] === 0x49
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return UPRIGHT
  const end = Math.min(directory + 2 + read16(directory) * ENTRY_BYTES, tiff.length)
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (read16(at) !== ORIENTATION_TAG || read16(at + 2) !== SHORT) continue
    const orientation = read16(at + 8)
    return orientation >= UPRIGHT && orientation <= MOST ? orientation : UPRIGHT
  }
  return UPRIGHT
}

/** Exif data that say how an image is turned, and nothing else; null for one that is upright. */
export function formatOrientation(orientation: number) {
  if (orientation === UPRIGHT) return null
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
