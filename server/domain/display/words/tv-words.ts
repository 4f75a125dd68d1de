import type { TvLanguage } from './languages.ts'
import { ms } from './ms.ts'
import { ta } from './ta.ts'
import { type TvWord, type TvWords, translate } from './translate.ts'
import { zh } from './zh.ts'

const CATALOGUES: Record<TvLanguage, TvWords> = { en: {}, ms, zh, ta }

/** Short words with space for two languages: 'NAMA · NAME'. */
const IN_BOTH: TvWord[] = ['NAME', 'NUMBER', 'ROOM', 'CALLING', 'NO DISPLAY']
/** The welcome has one line per language. */
const WELCOME: TvWord = 'Welcome, please take a seat'

/** Returns the words in one or two languages. The second appears only if both have space. */
export function getTvWords([first = 'en', second]: TvLanguage[]): TvWords {
  const words = { ...CATALOGUES[first] }
  if (!second) return words
  const join = (word: TvWord, separator: string) => {
    words[word] = `${translate(words, word)}${separator}${translate(CATALOGUES[second], word)}`
  }
  for (const word of IN_BOTH) join(word, ' · ')
  join(WELCOME, '\n')
  return words
}
