import { RATE } from './perform'

/** Half the rate halves the size; TV speakers hardly play what is lost. */
const WAV_RATE = RATE / 2
/** LAME lowers every MP3 by this factor. */
const MP3_GAIN = 0.95
const REACH = 48
const CUT_OFF = 0.46
const HEADER = 44

export function encodeWav(samples: Float32Array) {
  const pcm = Int16Array.from(downsample(samples), sample => Math.round(sample * MP3_GAIN * 32_767))
  const header = new DataView(new ArrayBuffer(HEADER))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) {
      header.setUint8(at + index, letter.charCodeAt(0))
    }
  }
  write(0, 'RIFF')
  header.setUint32(4, HEADER - 8 + pcm.byteLength, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, WAV_RATE, true)
  header.setUint32(28, WAV_RATE * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  write(36, 'data')
  header.setUint32(40, pcm.byteLength, true)
  return new Blob([header, pcm])
}

/** Every second sample, after a low pass against aliasing. */
function downsample(samples: Float32Array) {
  return Float32Array.from({ length: Math.floor(samples.length / 2) }, (_, index) => {
    return TAPS.reduce((sum, tap, at) => sum + tap * (samples[2 * index + at - REACH] ?? 0), 0)
  })
}

const RAW_TAPS = Array.from({ length: 2 * REACH + 1 }, (_, at) => {
  const x = Math.PI * (at - REACH)
  const window = 0.42 + 0.5 * Math.cos(x / REACH) + 0.08 * Math.cos((2 * x) / REACH)
  return window * (x === 0 ? CUT_OFF : Math.sin(CUT_OFF * x) / x)
})
const TAP_SUM = RAW_TAPS.reduce((sum, tap) => sum + tap, 0)
const TAPS = RAW_TAPS.map(tap => tap / TAP_SUM)
