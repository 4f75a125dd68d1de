import { withTimeout } from '../connection/timeout.ts'

const START_TIMEOUT_MS = 400
const LOAD_TIMEOUT_MS = 3_000
/** Web Audio is half a second late on some TVs. */
const END_MARGIN_MS = 1_000

/** Decoded sounds are kept: a desk tries one preset many times. */
const decoded = new Map<string, AudioBuffer>()
let context: AudioContext | null = null
let playing = 0

/** True while the browser lets nothing sound; browsers without a context are asked by playing. */
export async function isContextBlocked() {
  if (!('AudioContext' in window)) return true
  return resume(getContext()).then(
    () => false,
    () => true,
  )
}

function getContext() {
  context = context || new AudioContext()
  // It may start at any later gesture.
  context.onstatechange = suspendWhenSilent
  return context
}

/** A context that runs costs a TV more than its whole picture, even while nothing sounds. */
function suspendWhenSilent() {
  if (playing === 0 && context?.state === 'running') context.suspend().catch(() => {})
}

/** Plays to the end at a volume of 0-100; rejects where there is no running context. */
export async function playWithContext(url: string, volume: number) {
  const context = getContext()
  playing++
  try {
    await resume(context)
    const buffer = decoded.get(url) ?? (await withTimeout(load(context, url), LOAD_TIMEOUT_MS))
    decoded.set(url, buffer)
    await playOnce(context, buffer, volume)
  } finally {
    playing--
    suspendWhenSilent()
  }
}

async function playOnce(context: AudioContext, buffer: AudioBuffer, volume: number) {
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
  await withTimeout(ended, buffer.duration * 1000 + END_MARGIN_MS).catch(() => {})
  gain.disconnect()
}

/** Asked for even when it runs: it may just be going to rest. */
function resume(context: AudioContext) {
  return withTimeout(context.resume(), START_TIMEOUT_MS)
}

async function load(context: AudioContext, url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`no sound at ${url}`)
  return context.decodeAudioData(await answer.arrayBuffer())
}
