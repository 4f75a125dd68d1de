import { TV_LANGUAGES, type TvLanguage } from '#domain/display/words/languages'
import { Select } from '../../ui/fields/Select.tsx'

type Props = { languages: TvLanguage[]; onChange(languages: TvLanguage[]): void }

const OPTIONS: [language: TvLanguage, label: string][] = [
  ['en', 'English'],
  ['ms', 'Malay'],
  ['zh', 'Chinese'],
  ['ta', 'Tamil'],
]

export function TextLanguages({ languages, onChange }: Props) {
  const [first = 'en', second = '']: string[] = languages
  const choose = (...chosen: string[]) =>
    onChange([...new Set(chosen)].flatMap(one => TV_LANGUAGES.filter(known => known === one)))
  return (
    <div className="inline-form">
      <Select
        label="First language"
        options={OPTIONS}
        value={first}
        onChange={language => choose(language, second)}
      />
      <Select
        label="Second language"
        options={[['', 'None'], ...OPTIONS.filter(([language]) => language !== first)]}
        value={second}
        onChange={language => choose(first, language)}
      />
    </div>
  )
}
