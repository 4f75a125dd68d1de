import { RATE } from './perform'

/** Half the rate is half the size; what it cannot hold, a TV's speaker hardly plays. */
const WAV_RATE = RATE / 2
/** LAME turns every MP3 down as much; both files of a preset shall be equally loud. */
const AS_LOUD_AS_MP3 = 0.95
const REACH = 48
const CUT_OFF = 0.46
const HEADER = 44

/** 16 bits, one channel. */
export function wav(samples: Float32Array) {
  const pcm = Int16Array.from(halved(samples), sample =>
    Math.round(sample * AS_LOUD_AS_MP3 * 32_767),
  )
  const head = new DataView(new ArrayBuffer(HEADER))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) {
      head.setUint8(at + index, letter.charCodeAt(0))
    }
  }
  write(0, 'RIFF')
  head.setUint32(4, HEADER - 8 + pcm.byteLength, true)
  write(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, WAV_RATE, true)
  head.setUint32(28, WAV_RATE * 2, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  write(36, 'data')
  head.setUint32(40, pcm.byteLength, true)
  return new Blob([head, pcm])
}

/** Every second sample, after what would fold back as a false tone is taken out. */
function halved(samples: Float32Array) {
  return Float32Array.from({ length: Math.floor(samples.length / 2) }, (_, index) => {
    return TAPS.reduce((sum, tap, at) => sum + tap * (samples[2 * index + at - REACH] ?? 0), 0)
  })
}

// A windowed sinc (Blackman's window), its sum one.
const RAW_TAPS = Array.from({ length: 2 * REACH + 1 }, (_, at) => {
  const x = Math.PI * (at - REACH)
  const window = 0.42 + 0.5 * Math.cos(x / REACH) + 0.08 * Math.cos((2 * x) / REACH)
  return window * (x === 0 ? CUT_OFF : Math.sin(CUT_OFF * x) / x)
})
const WHOLE = RAW_TAPS.reduce((sum, tap) => sum + tap, 0)
const TAPS = RAW_TAPS.map(tap => tap / WHOLE)
