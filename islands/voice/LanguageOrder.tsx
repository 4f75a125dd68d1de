import { MAX_TV_LANGUAGES, type TvLanguage } from '#domain/display/words/languages'
import { SPEECH_LANGUAGES, VOICE_LANGUAGES, type VoiceLanguage } from '#domain/voice/languages'
import { Select } from '../ui/fields/Select.tsx'

type Props<Language> = { languages: Language[]; onChange(languages: Language[]): void }
type OrderProps<Language> = Props<Language> & {
  known: readonly (readonly [language: Language, label: string, lang?: string])[]
  max?: number
}

const LABELS = ['First language', 'Second language', 'Third language', 'Fourth language']
const SPOKEN = VOICE_LANGUAGES.map(one => [one, SPEECH_LANGUAGES[one], one] as const)
const SHOWN = [
  ['en', 'English'],
  ['ms', 'Malay'],
  ['zh', 'Chinese'],
  ['ta', 'Tamil'],
] as const

export function VoiceLanguages(props: Props<VoiceLanguage>) {
  return <LanguageOrder<VoiceLanguage> {...props} known={SPOKEN} />
}

export function TextLanguages(props: Props<TvLanguage>) {
  return (
    <div className="inline-form">
      <LanguageOrder<TvLanguage> {...props} known={SHOWN} max={MAX_TV_LANGUAGES} />
    </div>
  )
}

function LanguageOrder<Language extends string>(props: OrderProps<Language>) {
  const { languages, known, max, onChange } = props
  return LABELS.slice(0, languages.length + 1)
    .slice(0, max)
    .map((label, place) => {
      const before = languages.slice(0, place)
      const options = known.filter(([language]) => !before.includes(language))
      // The only language cannot be removed, because then no call would be spoken or shown.
      const isNeeded = languages.length === 1 && place === 0
      return (
        <Select
          key={label}
          label={label}
          options={isNeeded ? options : [['', 'None'], ...options]}
          value={languages[place] ?? ''}
          onChange={chosen => {
            const language = known.find(([one]) => one === chosen)?.[0]
            const after = languages.slice(place + 1).filter(one => one !== language)
            onChange([...before, ...(language ? [language] : []), ...after])
          }}
        />
      )
    })
}
