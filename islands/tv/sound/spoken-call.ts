import type { Call } from '#domain/events'
import { formatNumber } from '#domain/patients/patient'

/** How a call is spoken, by the first two letters of its language. */
const SENTENCES: Record<string, (name: string, room: string) => string> = {
  en: (name, room) => `${name}, please go to ${room}.`,
  ms: (name, room) => `${name}, sila ke ${room}.`,
  zh: (name, room) => `请 ${name} 到 ${room}。`,
  ta: (name, room) => `${name}, ${room} செல்லவும்.`,
}

const NUMBER_WORDS: Record<string, string> = { en: 'Number', ms: 'Nombor', zh: '号码', ta: 'எண்' }

/** Languages that a call can be spoken in, with their names. */
export const SPEECH_LANGUAGES = {
  en: 'English',
  ms: 'Bahasa Melayu',
  zh: '中文',
  ta: 'தமிழ்',
} as const

/** The sentence for a call in a language such as `ms` or `ms-MY`; English where there is no other. */
export function formatSpokenCall(
  { name, number, room }: Pick<Call, 'name' | 'number' | 'room'>,
  language: string,
) {
  const known = language.slice(0, 2).toLowerCase()
  const isNameless = name === `No. ${formatNumber(number)}`
  const word = NUMBER_WORDS[known] ?? NUMBER_WORDS.en
  const spoken = isNameless ? `${word} ${number}` : toTitleCase(name)
  return (SENTENCES[known] ?? SENTENCES.en)?.(spoken, toTitleCase(room)) ?? ''
}

/** Voices spell out words in capitals: 'ALI BIN ABU' becomes 'Ali Bin Abu'. */
function toTitleCase(text: string) {
  const words = text.split(' ').map(word => {
    const isShouted = word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
    return isShouted ? word.charAt(0) + word.slice(1).toLowerCase() : word
  })
  return words.join(' ')
}
