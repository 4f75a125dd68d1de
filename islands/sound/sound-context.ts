import { withTimeout } from '../data/timeout.ts'

const START_TIMEOUT_MS = 400
const LOAD_TIMEOUT_MS = 3_000
/** Web Audio starts half a second late on some TVs. */
const END_MARGIN_MS = 1_000

const decodedSounds = new Map<string, AudioBuffer>()
let context: AudioContext | null = null
let playingCount = 0
let playing: AudioBufferSourceNode | null = null

/** Resolves to true before the first gesture, and in browsers without Web Audio. */
export async function isContextBlocked() {
  try {
    await resume(getContext())
    return false
  } catch {
    return true
  }
}

function getContext() {
  context = context || new AudioContext()
  // The context may start by itself after a later gesture.
  context.onstatechange = suspendWhenSilent
  return context
}

/** A running context costs a TV more CPU than all its rendering, even in silence. */
function suspendWhenSilent() {
  if (playingCount === 0 && context?.state === 'running') context.suspend().catch(() => {})
}

/** Plays a sound to its end at a volume of 0-100. Rejects if the context is not running. */
export async function playWithContext(url: string, volume: number, onStart = () => {}) {
  const context = getContext()
  playingCount++
  try {
    await resume(context)
    const buffer =
      decodedSounds.get(url) ?? (await withTimeout(load(context, url), LOAD_TIMEOUT_MS))
    decodedSounds.set(url, buffer)
    await playOnce(context, buffer, volume, onStart)
  } finally {
    playingCount--
    suspendWhenSilent()
  }
}

export function stopContextSound() {
  playing?.stop()
}

async function playOnce(
  context: AudioContext,
  buffer: AudioBuffer,
  volume: number,
  onStart: () => void,
) {
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
  playing = source
  onStart()
  // A context never emits `ended` if the system suspends it during the sound.
  await withTimeout(ended, buffer.duration * 1000 + END_MARGIN_MS).catch(() => {})
  gain.disconnect()
}

/** Resumes even a running context, because a suspend may be pending. */
function resume(context: AudioContext) {
  return withTimeout(context.resume(), START_TIMEOUT_MS)
}

async function load(context: AudioContext, url: string) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`sound request failed: ${url}`)
  return context.decodeAudioData(await response.arrayBuffer())
}
