import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Mp3Encoder } from '@breezystack/lamejs'
import { CLIP_TEXTS, isLetter } from '#domain/voice/clips'
import { VOICE_LANGUAGES, type VoiceLanguage } from '#domain/voice/languages'
import { encodeSpeech, SPEECH_RATE } from '#domain/voice/speech'

/** `bun server/build/voice` makes all clips again. The product and its tests do not need it. */
const OUT_DIR = join(import.meta.dirname, '../../../static/voice')
const ORIGIN = join(import.meta.dirname, 'origin.json')

const VOICES: Record<VoiceLanguage, string> = {
  ms: 'ms',
  en: 'en-gb',
  zh: 'cmn-latn-pinyin',
  ta: 'ta',
}
/** Mandarin uses the English names of letters, because in pinyin E would be 一. */
const LETTER_VOICES = { ...VOICES, zh: VOICES.en }
/** Slow enough that patients understand the voice across a full waiting room. */
const SPEED = '135'

const PINYIN: Record<string, string> = {
  ...{ 零: 'ling2', 一: 'yi1', 二: 'er4', 三: 'san1', 四: 'si4', 五: 'wu3', 六: 'liu4' },
  ...{ 七: 'qi1', 八: 'ba1', 九: 'jiu3', 号: 'hao4', 码: 'ma3', 请: 'qing3', 到: 'dao4' },
  ...{ 房: 'fang2', 间: 'jian1', 柜: 'gui4', 台: 'tai2', 诊: 'zhen3', 室: 'shi4', 治: 'zhi4' },
  ...{ 疗: 'liao2', 药: 'yao4', X: 'ai1ke4si1', 光: 'guang1', 化: 'hua4', 验: 'yan4' },
  ...{ 登: 'deng1', 记: 'ji4', 处: 'chu4' },
}

const generator = getGenerator()
rmSync(OUT_DIR, { recursive: true, force: true })
let bytes = 0
for (const language of VOICE_LANGUAGES) {
  for (const [clip, text] of Object.entries(CLIP_TEXTS[language])) {
    const voices = isLetter(clip) ? LETTER_VOICES : VOICES
    const mp3 = encodeSpeech(speak(voices[language], text), Mp3Encoder)
    if (!mp3) throw new Error(`nothing was spoken for ${text}`)
    await Bun.write(join(OUT_DIR, language, `${clip}.mp3`), mp3)
    bytes += mp3.length
  }
}
const origin = { generator, voices: VOICES, letterVoices: LETTER_VOICES, texts: CLIP_TEXTS }
await Bun.write(ORIGIN, `${JSON.stringify(origin, null, 2)}\n`)
console.log(`${(bytes / 1000).toFixed(0)} kB in ${OUT_DIR}, by ${generator}`)

function getGenerator() {
  const found = Bun.which('espeak-ng')
  if (!found) {
    console.error('This needs eSpeak NG: apt-get install espeak-ng, or brew install espeak-ng')
    process.exit(1)
  }
  const { stdout } = Bun.spawnSync([found, '--version'])
  // Drop the folder after the version, because it differs between machines.
  return stdout.toString().split('Data at')[0]?.trim() ?? ''
}

function speak(voice: string, text: string) {
  const args = [
    'espeak-ng',
    '-v',
    voice,
    '-s',
    SPEED,
    '--stdout',
    voice === VOICES.zh ? toPinyin(text) : text,
  ]
  const { stdout, exitCode } = Bun.spawnSync(args)
  if (exitCode !== 0) throw new Error(`the generator failed at ${text}`)
  return readWav(stdout)
}

/** Debian's Mandarin voice cannot read Chinese characters. */
function toPinyin(text: string) {
  return Array.from(text, letter => PINYIN[letter] ?? letter).join('')
}

function readWav(wav: Buffer) {
  const header = new DataView(wav.buffer, wav.byteOffset, 44)
  if (header.getUint32(24, true) !== SPEECH_RATE || header.getUint16(22, true) !== 1) {
    throw new Error('the generator does not speak in mono at 22,050 Hz')
  }
  const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
  return Float32Array.from(pcm, sample => sample / 32_768)
}
