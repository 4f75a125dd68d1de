// Samples are mono, from -1 to 1, at `SPEECH_RATE`.

export const SPEECH_RATE = 22_050
const KBPS = 32
const FRAME = 576
/** Pause after each word. The encoder adds 50 ms before the word. */
const PAUSE_S = 0.06

const WINDOW_S = 0.02
/** Windows this much quieter than the loudest window are pauses, and do not count. */
const QUIET_DB = -25
const TARGET_RMS = 0.14
/** Below 1, because MP3 raises peaks a little. */
const CEILING = 0.89
/** Samples below this share of the peak are not speech. */
const SILENCE = 0.02
const FADE_S = 0.008

type Encoder = {
  encodeBuffer(pcm: Int16Array): ArrayLike<number>
  flush(): ArrayLike<number>
}

/** LAME in JavaScript uses no bit reservoir, so MP3s can be joined byte by byte. */
export function encodeSpeech(
  samples: Float32Array,
  Mp3Encoder: new (channels: number, rate: number, kbps: number) => Encoder,
): Uint8Array<ArrayBuffer> | null {
  const spoken = prepareSpeech(samples)
  if (spoken === null) return null
  const encoder = new Mp3Encoder(1, SPEECH_RATE, KBPS)
  const pcm = new Int16Array(spoken.length + Math.round(PAUSE_S * SPEECH_RATE))
  pcm.set(Int16Array.from(spoken, sample => Math.round(sample * 32_767)))
  const bytes: number[] = []
  for (let from = 0; from < pcm.length; from += FRAME) {
    bytes.push(...Array.from(encoder.encodeBuffer(pcm.subarray(from, from + FRAME))))
  }
  return Uint8Array.from([...bytes, ...Array.from(encoder.flush())])
}

function prepareSpeech(samples: Float32Array) {
  const spoken = trim(samples)
  const gain = TARGET_RMS / measureSpeech(spoken)
  // A click is shorter than one window, so its loudness cannot be measured.
  if (!Number.isFinite(gain)) return null
  const fade = FADE_S * SPEECH_RATE
  return Float32Array.from(spoken, (sample, index) => {
    const edge = Math.min(1, index / fade, (spoken.length - 1 - index) / fade)
    return limit(sample * gain) * edge
  })
}

function measureSpeech(samples: Float32Array): number {
  const size = Math.round(WINDOW_S * SPEECH_RATE)
  const powers: number[] = []
  for (let from = 0; from + size <= samples.length; from += size) {
    let sum = 0
    for (const sample of samples.subarray(from, from + size)) sum += sample * sample
    powers.push(sum / size)
  }
  const gate = Math.max(...powers) * 10 ** (QUIET_DB / 10)
  const spoken = powers.filter(power => power >= gate)
  return Math.sqrt(spoken.reduce((sum, power) => sum + power, 0) / spoken.length)
}

function trim(samples: Float32Array) {
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  const isSpoken = (sample: number) => Math.abs(sample) > peak * SILENCE
  const margin = Math.round(FADE_S * SPEECH_RATE)
  const first = Math.max(0, samples.findIndex(isSpoken) - margin)
  return samples.subarray(first, Math.min(samples.length, samples.findLastIndex(isSpoken) + margin))
}

/** Compresses samples above half of the ceiling, instead of clipping them. */
function limit(sample: number) {
  const knee = CEILING / 2
  const over = Math.abs(sample) - knee
  if (over <= 0) return sample
  return Math.sign(sample) * (knee + (CEILING - knee) * Math.tanh(over / (CEILING - knee)))
}
