import type { Language } from '../tickets/languages.ts'
import { en, type KioskSentences } from './sentences/en.ts'
import { ms } from './sentences/ms.ts'
import { ta } from './sentences/ta.ts'
import { zh } from './sentences/zh.ts'

/** Separate from the languages of tickets, so that kiosks do not load the tickets' sentences. */
export const KIOSK_LANGUAGES: Record<Language, { name: string; sentences: KioskSentences }> = {
  ms: { name: 'Bahasa Melayu', sentences: ms },
  en: { name: 'English', sentences: en },
  zh: { name: '中文', sentences: zh },
  ta: { name: 'தமிழ்', sentences: ta },
}
