import { parseChoices } from '../../voice/languages.ts'

export const TV_LANGUAGES = ['en', 'ms', 'zh', 'ta'] as const
export type TvLanguage = (typeof TV_LANGUAGES)[number]
export const MAX_TV_LANGUAGES = 2

export function chooseTvLanguages(own: TvLanguage[], settings: { tvLanguages: string }) {
  return own.length > 0 ? own : (parseTvLanguages(settings.tvLanguages) ?? [])
}

/** Parses a setting such as 'ms,en'. Returns null if the setting is invalid. */
export function parseTvLanguages(value: string): TvLanguage[] | null {
  const languages = parseChoices(value, TV_LANGUAGES) ?? []
  return languages.length >= 1 && languages.length <= MAX_TV_LANGUAGES ? languages : null
}
