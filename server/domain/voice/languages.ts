export const VOICE_LANGUAGES = ['ms', 'en', 'zh', 'ta'] as const
export type VoiceLanguage = (typeof VOICE_LANGUAGES)[number]

export const SPEECH_LANGUAGES: Record<VoiceLanguage, string> = {
  en: 'English',
  ms: 'Bahasa Melayu',
  zh: '中文',
  ta: 'தமிழ்',
}

/** If more calls wait, the voice speaks each call in only one language. */
const MANY_WAITING = 3

export const DEFAULT_LANGUAGES: VoiceLanguage[] = ['ms', 'en']

export function parseLanguages(value: string): VoiceLanguage[] | null {
  return parseChoices(value, VOICE_LANGUAGES)
}

/** Parses comma-separated values of `known`. Returns null for unknown or repeated values. */
export function parseChoices<T extends string>(value: string, known: readonly T[]): T[] | null {
  const parts = value === '' ? [] : value.split(',')
  // TVs also run this code, and old TVs lack flatMap.
  const choices = parts
    .map(part => known.find(one => one === part))
    .filter(one => one !== undefined)
  return choices.length === parts.length && new Set(parts).size === parts.length ? choices : null
}

type Speaking = {
  waiting?: number
  /** Language of the browser's voice, which can speak names. */
  own?: string | null
}

export function getSpokenLanguages(
  { voiceLanguages }: { voiceLanguages: string },
  { hasVoice, languages }: { hasVoice: boolean; languages: VoiceLanguage[] },
  { waiting = 0, own = null }: Speaking = {},
): string[] {
  if (!hasVoice) return []
  const chosen: string[] = languages.length > 0 ? languages : parseLanguages(voiceLanguages) || []
  const all = own === null || chosen.includes(own) ? chosen : [own, ...chosen]
  return waiting > MANY_WAITING ? all.slice(0, 1) : all
}
