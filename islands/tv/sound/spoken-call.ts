import type { Call } from '#domain/events'
import { isNumberText } from '#domain/patients/patient'

const SENTENCES: Record<string, (name: string, room: string) => string> = {
  en: (name, room) => `${name}, please go to ${room}.`,
  ms: (name, room) => `${name}, sila ke ${room}.`,
  zh: (name, room) => `请 ${name} 到 ${room}。`,
  ta: (name, room) => `${name}, ${room} செல்லவும்.`,
}

const NUMBER_WORDS: Record<string, string> = { en: 'Number', ms: 'Nombor', zh: '号码', ta: 'எண்' }

/** `language` such as `ms` or `ms-MY`; unknown ones fall back to English. */
export function formatSpokenCall(
  { name, number, room }: Pick<Call, 'name' | 'number' | 'room'>,
  language: string,
) {
  const code = language.slice(0, 2).toLowerCase()
  const numberWord = NUMBER_WORDS[code] ?? NUMBER_WORDS.en
  const spokenName = isNumberText(name, number) ? `${numberWord} ${number}` : toTitleCase(name)
  return (SENTENCES[code] ?? SENTENCES.en)?.(spokenName, toTitleCase(room)) ?? ''
}

/** 'ALI BIN ABU' becomes 'Ali Bin Abu': voices spell out words in capitals. */
function toTitleCase(text: string) {
  const words = text.split(' ').map(word => {
    const isUpperCase =
      word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
    return isUpperCase ? word.charAt(0) + word.slice(1).toLowerCase() : word
  })
  return words.join(' ')
}
