export const TV_LANGUAGES = ['en', 'ms', 'zh', 'ta'] as const
export type TvLanguage = (typeof TV_LANGUAGES)[number]
export const MAX_TV_LANGUAGES = 2

/** Reads a setting such as 'ms,en'; null if it is none. */
export function parseTvLanguages(value: string): TvLanguage[] | null {
  const parts = value.split(',')
  const known = TV_LANGUAGES.filter(language => parts.includes(language))
  if (known.length !== parts.length || known.length > MAX_TV_LANGUAGES) return null
  // `known` would lose the clinic's order.
  return parts as TvLanguage[]
}
