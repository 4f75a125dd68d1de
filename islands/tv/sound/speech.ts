import type { Call } from '#domain/events'
import { formatSpokenCall } from './spoken-call.ts'

const MAX_SPEECH_MS = 12_000
const SPEECH_RATE = 0.9

/** Speaks a call with the browser's voice; at once silent where there is none for the language. */
export async function speakCall(call: Call, language: string, volume: number) {
  const voice = findVoice(language)
  if (!voice) return
  const speech = new SpeechSynthesisUtterance(formatSpokenCall(call, language))
  speech.voice = voice
  speech.lang = voice.lang
  speech.volume = volume / 100
  speech.rate = SPEECH_RATE
  await new Promise<void>(resolve => {
    const timer = setTimeout(end, MAX_SPEECH_MS)
    function end() {
      clearTimeout(timer)
      resolve()
    }
    speech.onend = speech.onerror = end
    speechSynthesis.cancel()
    speechSynthesis.speak(speech)
  })
}

/** Malay is near enough to Indonesian to be understood; other languages take no other's voice. */
const FALLBACK_LANGUAGES: Record<string, string[]> = { ms: ['ms', 'id'] }

function findVoice(language: string) {
  if (!('speechSynthesis' in window)) return null
  const voices = speechSynthesis.getVoices()
  const spoken = language.slice(0, 2).toLowerCase()
  for (const wanted of FALLBACK_LANGUAGES[spoken] ?? [spoken]) {
    const found = voices.find(voice => voice.lang.slice(0, 2).toLowerCase() === wanted)
    if (found) return found
  }
  return null
}
