import type { ms } from './ms.ts'

export type TvWord = keyof typeof ms
export type TvCatalogue = Record<TvWord, string>

/** The words that differ from English. */
export type TvWords = Partial<TvCatalogue>

/** Translates a word. `values` replace the names in braces. */
export function translate(
  words: TvWords,
  word: TvWord,
  values: Record<string, string | number> = {},
) {
  const text: string = words[word] ?? word
  return Object.keys(values).reduce(
    (filled, name) => filled.replace(`{${name}}`, String(values[name])),
    text,
  )
}
