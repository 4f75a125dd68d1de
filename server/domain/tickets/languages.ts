import { en, type Sentences } from './sentences/en.ts'
import { ms } from './sentences/ms.ts'
import { ta } from './sentences/ta.ts'
import { zh } from './sentences/zh.ts'

export const LANGUAGES = {
  ms: { name: 'Bahasa', sentences: ms },
  en: { name: 'English', sentences: en },
  zh: { name: '中文', sentences: zh },
  ta: { name: 'தமிழ்', sentences: ta },
} satisfies Record<string, { name: string; sentences: Sentences }>

export type Language = keyof typeof LANGUAGES

// Safe: the record above has exactly these keys, but the type of Object.keys() is string[].
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

export function chooseLanguage(chosen: string | undefined, acceptLanguage = ''): Language {
  const wanted = [chosen ?? '', ...parseAcceptLanguage(acceptLanguage)]
  const found = wanted.flatMap(tag => LANGUAGE_CODES.filter(code => code === tag))
  return found[0] ?? 'en'
}

/** Returns primary languages, most preferred first. */
function parseAcceptLanguage(header: string) {
  return header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag: tag.split('-')[0] ?? '', quality: Number(quality?.trim().slice(2) ?? 1) }
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
