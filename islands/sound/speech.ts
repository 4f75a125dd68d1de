import type { Call } from '#domain/events'

const MAX_SPEECH_MS = 12_000
const SPEECH_RATE = 0.9

/** Resolves to whether the call was spoken. Online voices fail without the internet. */
export async function speakCall(call: Call, language: string, volume: number) {
  const voice = findVoice(language)
  if (!voice) return false
  const utterance = new SpeechSynthesisUtterance(formatSpokenCall(call, language))
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.volume = volume / 100
  utterance.rate = SPEECH_RATE
  return new Promise<boolean>(resolve => {
    const timer = setTimeout(() => {
      // Otherwise, the voice would speak over the next sound.
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

export function getSpeechLanguage(language: string) {
  return findVoice(language) && toCode(language)
}

/** Requests the voices early, because some browsers load them only after the first request. */
export function loadVoices() {
  window.speechSynthesis?.getVoices()
}

const REGIONS: Record<string, string> = { en: 'MY', ms: 'MY', zh: 'CN' }
/** Novelty voices, robotic voices of old Macs, and variants (`+`) of eSpeak. */
const NOVELTY =
  /(^|\.)(Albert|Bad ?News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Eddy|Flo|Fred|Good ?News|Grandma|Grandpa|Hysterical|Jester|Junior|Kathy|(Pipe ?)?Organ|Princess|Ralph|Reed|Rocko|Sandy|Shelley|Superstar|Trinoids|Whisper|Wobble|Zarvox)( \(|$)|\+/

/** Prefers the region, then the platform's default voice, then voices that work offline. */
function findVoice(language: string) {
  const requested = toCode(language)
  const region = language.slice(3) || REGIONS[requested]
  let found: SpeechSynthesisVoice | null = null
  let highest = 0
  for (const voice of window.speechSynthesis?.getVoices() ?? []) {
    const { lang, name, voiceURI } = voice
    const isSame = toCode(lang) === requested
    // An Indonesian voice is understood in Malay.
    if (!isSame && requested + toCode(lang) !== 'msid') continue
    // Tests the URI as well, because the name may be translated.
    if (NOVELTY.test(name) || NOVELTY.test(voiceURI)) continue
    const parts = lang.split(/[-_]/)
    const rank = [
      isSame,
      region && parts.includes(region),
      // Chinese voices of Hong Kong and Macao speak Cantonese.
      !parts.includes('HK') && !parts.includes('MO'),
      voice.default,
      voice.localService,
      true,
    ].reduce((sum, isSo) => sum * 2 + (isSo ? 1 : 0), 0)
    if (rank <= highest) continue
    found = voice
    highest = rank
  }
  return found
}

const toCode = (language: string) => language.slice(0, 2).toLowerCase()

const ENGLISH = {
  number: 'Number',
  say: (name: string, room: string) => `${name}, please go to ${room}.`,
}
const WORDS: Record<string, typeof ENGLISH> = {
  ms: { number: 'Nombor', say: (name, room) => `${name}, sila ke ${room}.` },
  zh: { number: '号码', say: (name, room) => `请 ${name} 到 ${room}。` },
  ta: { number: 'எண்', say: (name, room) => `${name}, ${room} செல்லவும்.` },
}

/** Speaks 007 as 7, and B007 as B 7. Unknown languages fall back to English. */
export function formatSpokenCall(
  { name, label, room }: Pick<Call, 'name' | 'label' | 'room'>,
  language: string,
) {
  const { number, say } = WORDS[toCode(language)] ?? ENGLISH
  const called = `${number} ${label}`.replace(/ ?0*(\d+)$/, ' $1')
  return say(name === null ? called : toTitleCase(name), toTitleCase(room.name))
}

/** Turns 'ALI BIN ABU' into 'Ali Bin Abu', because voices spell out words in capitals. */
function toTitleCase(text: string) {
  return text.replace(/[^ ]+/g, word =>
    word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word,
  )
}
