import { TV_LANGUAGES, type TvLanguage } from '#domain/display/words/languages'

type Props = { languages: TvLanguage[]; onChange(languages: TvLanguage[]): void }

const LABELS: Record<TvLanguage, string> = {
  en: 'English',
  ms: 'Malay',
  zh: 'Chinese',
  ta: 'Tamil',
}

export function TextLanguages({ languages: [first = 'en', second], onChange }: Props) {
  const seconds = TV_LANGUAGES.filter(language => language !== first)
  const find = (value: string) => TV_LANGUAGES.filter(language => language === value)
  return (
    <div className="inline-form">
      <label className="field">
        <span className="field__label">First language</span>
        <select
          className="input"
          value={first}
          onChange={({ target }) =>
            onChange([...new Set([...find(target.value), ...find(second ?? '')])])
          }
        >
          {TV_LANGUAGES.map(language => (
            <option key={language} value={language}>
              {LABELS[language]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field__label">Second language</span>
        <select
          className="input"
          value={second ?? ''}
          onChange={({ target }) => onChange([first, ...find(target.value)])}
        >
          <option value="">None</option>
          {seconds.map(language => (
            <option key={language} value={language}>
              {LABELS[language]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
