import { join } from 'node:path'

const SOUNDS = join(import.meta.dirname, '../../../static/sounds')
const FULL_SCALE = 32_768

export function readSound(name: string) {
  return Bun.file(join(SOUNDS, name)).bytes()
}

/** Throws unless every frame is mono, 96 kbit/s, 44.1 kHz. */
export function getMp3Seconds(file: Uint8Array) {
  let frames = 0
  for (let offset = 0; offset < file.length; frames++) {
    const [sync = 0, version = 0, rates = 0, mode = 0] = file.subarray(offset, offset + 4)
    const isFrame = sync === 0xff && (version & 0xfe) === 0xfa
    const isAsMade = (rates & 0xfc) === 0x70 && mode >> 6 === 3
    if (!isFrame || !isAsMade) throw new Error(`no mono frame at byte ${offset}`)
    offset += Math.floor((144 * 96_000) / 44_100) + ((rates >> 1) & 1)
  }
  return (frames * 1_152) / 44_100
}

export function readWavHeader(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset)
  return {
    riffSize: view.getUint32(4, true),
    formatSize: view.getUint32(16, true),
    isPcm: view.getUint16(20, true) === 1,
    channels: view.getUint16(22, true),
    rate: view.getUint32(24, true),
    bytesASecond: view.getUint32(28, true),
    bytesASample: view.getUint16(32, true),
    bits: view.getUint16(34, true),
    dataSize: view.getUint32(40, true),
  }
}

export function readAscii(file: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...file.subarray(from, to))
}

export function readSamples(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset + 44)
  return Array.from({ length: (file.length - 44) / 2 }, (_, index) => {
    return view.getInt16(index * 2, true) / FULL_SCALE
  })
}

export function rms(samples: number[]) {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

export function peak(samples: number[]) {
  return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
}

/** The RMS of the loudest 400 ms. */
export function loudest(samples: number[]) {
  const starts = Array.from(
    { length: Math.floor(samples.length / 2_205) - 3 },
    (_, offset) => offset,
  )
  return Math.max(
    ...starts.map(offset => rms(samples.slice(offset * 2_205, offset * 2_205 + 8_820))),
  )
}
