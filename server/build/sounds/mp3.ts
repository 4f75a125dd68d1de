import { Mp3Encoder } from '@breezystack/lamejs'
import { RATE } from './perform'

const KBPS = 96
const FRAME = 1_152

export function encodeMp3(samples: Float32Array) {
  const encoder = new Mp3Encoder(1, RATE, KBPS)
  const pcm = Int16Array.from(samples, sample => Math.round(sample * 32_767))
  const parts: ArrayLike<number>[] = []
  for (let from = 0; from < pcm.length; from += FRAME) {
    parts.push(encoder.encodeBuffer(pcm.subarray(from, from + FRAME)))
  }
  return new Blob(
    [...parts, encoder.flush()].map(part => Uint8Array.from(part, byte => byte & 0xff)),
  )
}
