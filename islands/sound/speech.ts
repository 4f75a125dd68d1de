import type { Call } from '#domain/events'

const MAX_SPEECH_MS = 12_000
const SPEECH_RATE = 0.9

/** Returns whether it was spoken: a voice of the internet fails without it. */
export function speakCall(call: Call, language: string, volume: number) {
  const voice = findVoice(language)
  if (!voice) return Promise.resolve(false)
  const utterance = new SpeechSynthesisUtterance(formatSpokenCall(call, language))
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.volume = volume / 100
  utterance.rate = SPEECH_RATE
  return new Promise<boolean>(resolve => {
    const timer = setTimeout(() => {
      // Otherwise it would speak over the next sound.
      speechSynthesis.cancel()
      finish()
    }, MAX_SPEECH_MS)
    function finish(event?: SpeechSynthesisEvent) {
      clearTimeout(timer)
      resolve(event?.type === 'end')
    }
    utterance.onend = utterance.onerror = finish
    speechSynthesis.cancel()
    speechSynthesis.speak(utterance)
  })
}

/** The code of a language that this browser can speak, such as 'ms'; null for any other. */
export function getSpeechLanguage(language: string) {
  return findVoice(language) && language.slice(0, 2).toLowerCase()
}

/** An Indonesian voice is understood in Malay. */
const FALLBACK_LANGUAGES: Record<string, string[]> = { ms: ['ms', 'id'] }

function findVoice(language: string) {
  if (!('speechSynthesis' in window)) return null
  const voices = speechSynthesis.getVoices()
  const requested = language.slice(0, 2).toLowerCase()
  for (const code of FALLBACK_LANGUAGES[requested] ?? [requested]) {
    const found = voices.find(voice => voice.lang.slice(0, 2).toLowerCase() === code)
    if (found) return found
  }
  return null
}

const ENGLISH = {
  number: 'Number',
  say: (name: string, room: string) => `${name}, please go to ${room}.`,
}
const WORDS: Record<string, typeof ENGLISH> = {
  ms: { number: 'Nombor', say: (name, room) => `${name}, sila ke ${room}.` },
  zh: { number: '号码', say: (name, room) => `请 ${name} 到 ${room}。` },
  ta: { number: 'எண்', say: (name, room) => `${name}, ${room} செல்லவும்.` },
}

/**
 * `label` is the number as it is shown, such as 007, which is said as 7, or B007, as B 7. `language`
 * such as `ms` or `ms-MY`; unknown ones fall back to English.
 */
export function formatSpokenCall(
  { name, label, room }: Pick<Call, 'name' | 'label' | 'room'>,
  language: string,
) {
  const { number, say } = WORDS[language.slice(0, 2).toLowerCase()] ?? ENGLISH
  const called = `${number} ${label}`.replace(/ ?0*(\d+)$/, ' $1')
  return say(name === null ? called : toTitleCase(name), toTitleCase(room.name))
}

/** 'ALI BIN ABU' becomes 'Ali Bin Abu': voices spell out words in capitals. */
function toTitleCase(text: string) {
  return text.replace(/[^ ]+/g, word =>
    word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word,
  )
}
