import { withinTime } from './within-time.ts'

const STARTS_WITHIN_MS = 400
const LOADS_WITHIN_MS = 3_000
/** Web Audio is half a second late on some TVs. */
const ENDS_LATE_BY_MS = 1_000

/** Decoded sounds are kept: a desk tries one preset many times. */
const decoded = new Map<string, AudioBuffer>()
let context: AudioContext | null = null

export function resumeContext() {
  if (context && context.state === 'suspended') context.resume().catch(() => {})
}

/** True while the browser lets nothing sound; browsers without a context are asked by playing. */
export async function isContextBlocked() {
  if (!('AudioContext' in window)) return true
  context = context || new AudioContext()
  return running(context).then(
    () => false,
    () => true,
  )
}

/** Plays to the end at a volume of 0-100; rejects where there is no running context. */
export async function playByContext(url: string, volume: number) {
  context = context || new AudioContext()
  await running(context)
  const buffer = decoded.get(url) ?? (await withinTime(load(context, url), LOADS_WITHIN_MS))
  decoded.set(url, buffer)
  const gain = context.createGain()
  gain.gain.setValueAtTime(volume / 100, context.currentTime)
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(gain)
  gain.connect(context.destination)
  const ended = new Promise<void>(resolve => {
    source.onended = () => resolve()
  })
  source.start()
  // A context that is put to sleep in the middle never says so, and the next call must not wait for it.
  await withinTime(ended, buffer.duration * 1000 + ENDS_LATE_BY_MS).catch(() => {})
  gain.disconnect()
}

/** A new context starts by itself where the browser lets it, and else waits for a gesture. */
function running(context: AudioContext) {
  if (context.state === 'running') return Promise.resolve()
  return withinTime(context.resume(), STARTS_WITHIN_MS)
}

async function load(context: AudioContext, url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`no sound at ${url}`)
  return context.decodeAudioData(await answer.arrayBuffer())
}
