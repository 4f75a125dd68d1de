import { parseChoices } from '../../voice/languages.ts'

export const TV_LANGUAGES = ['en', 'ms', 'zh', 'ta'] as const
export type TvLanguage = (typeof TV_LANGUAGES)[number]
export const MAX_TV_LANGUAGES = 2

/** A TV's own, or the clinic's. */
export function chooseTvLanguages(own: TvLanguage[], settings: { tvLanguages: string }) {
  return own.length > 0 ? own : (parseTvLanguages(settings.tvLanguages) ?? [])
}

/** Reads a setting such as 'ms,en'; null if it is none. */
export function parseTvLanguages(value: string): TvLanguage[] | null {
  const languages = parseChoices(value, TV_LANGUAGES) ?? []
  return languages.length >= 1 && languages.length <= MAX_TV_LANGUAGES ? languages : null
}
