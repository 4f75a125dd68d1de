import { DomainError } from '#domain/errors'
import { encodeSpeech, SPEECH_RATE } from '#domain/voice/speech'

const MAX_SECONDS = 8

/** Converts a file to the format of the voice. Throws a `DomainError` with a sentence. */
export async function toClip(file: File): Promise<File> {
  const samples = await decode(await file.arrayBuffer())
  if (samples.length > MAX_SECONDS * SPEECH_RATE) {
    throw new DomainError(`Recordings can be up to ${MAX_SECONDS} seconds long`)
  }
  if (!samples.some(sample => Math.abs(sample) > 0.01)) {
    throw new DomainError('This recording is silent')
  }
  // LAME is under the LGPL, so it stays in a separate file.
  const { Mp3Encoder } = await import('@breezystack/lamejs')
  const mp3 = encodeSpeech(samples, Mp3Encoder)
  if (!mp3) throw new DomainError('This recording has no speech')
  return new File([mp3], 'clip.mp3', { type: 'audio/mpeg' })
}

async function decode(bytes: ArrayBuffer) {
  // The context converts the sound to its own rate during decoding.
  const context = new OfflineAudioContext(1, 1, SPEECH_RATE)
  const sound = await context.decodeAudioData(bytes).catch(() => {
    throw new DomainError('This file is not a sound that the browser can read')
  })
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel),
  )
  return Float32Array.from({ length: sound.length }, (_, at) => {
    return channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
  })
}
