import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Mp3Encoder } from '@breezystack/lamejs'
import { CLIP_TEXTS } from '#domain/voice/clips'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { encodeSpeech } from '#domain/voice/speech'
import { getGenerator, speak, VOICES } from './generator.ts'

/**
 * `bun server/build/voice` makes all clips of the voice anew. The product's start and its tests need neither this
 * script nor its generator.
 */
const OUT_DIR = join(import.meta.dirname, '../../../static/voice')
const ORIGIN = join(import.meta.dirname, 'origin.json')

const generator = getGenerator()
rmSync(OUT_DIR, { recursive: true, force: true })
let bytes = 0
for (const language of VOICE_LANGUAGES) {
  for (const [clip, text] of Object.entries(CLIP_TEXTS[language])) {
    const mp3 = encodeSpeech(speak(language, text), Mp3Encoder)
    if (!mp3) throw new Error(`nothing was spoken for ${text}`)
    await Bun.write(join(OUT_DIR, language, `${clip}.mp3`), mp3)
    bytes += mp3.length
  }
}
const origin = { generator, voices: VOICES, texts: CLIP_TEXTS }
await Bun.write(ORIGIN, `${JSON.stringify(origin, null, 2)}\n`)
console.log(`${(bytes / 1000).toFixed(0)} kB in ${OUT_DIR}, by ${generator}`)
