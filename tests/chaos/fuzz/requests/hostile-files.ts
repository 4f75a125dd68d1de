import { createPng, GIF, JPEG, WEBP_EXTENDED, WEBP_LOSSY } from '../../../support/files/images.ts'
import type { SeededRandom } from '../../seeded-random.ts'

/** An image, whole or with a few wrong bytes, or something that is none. */
export function hostileFile(random: SeededRandom): Uint8Array {
  const { oneOf, next, between } = random
  const side = () => oneOf(0, 1, 3, 40, 7_000, 65_536, 2 ** 31 - 1)
  const whole = oneOf<Uint8Array>(
    JPEG,
    GIF,
    WEBP_LOSSY,
    WEBP_EXTENDED,
    createPng({ width: Math.ceil(between(1, 40)), height: 30 }),
    createPng({ width: 20_000, height: 20_000 + Math.floor(next() * 9) }),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    new Uint8Array(0),
  )
  const change = oneOf('none', 'cut', 'flip', 'size')
  if (change === 'none') return whole
  if (change === 'cut') return whole.slice(0, Math.floor(next() * whole.length))
  const bytes = Buffer.from(whole)
  if (change === 'size' && bytes.length >= 24) {
    bytes.writeUInt32BE(side(), 16)
    bytes.writeUInt32BE(side(), 20)
  } else if (bytes.length > 0) {
    for (let n = 0; n < 4; n++) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
  }
  return bytes
}
