import { SPEECH_LANGUAGES, VOICE_LANGUAGES, type VoiceLanguage } from '#domain/voice/languages'
import { Select } from '../ui/fields/Select.tsx'

type Props = { languages: VoiceLanguage[]; onChange(languages: VoiceLanguage[]): void }

const LABELS = ['First language', 'Second language', 'Third language', 'Fourth language']

export function LanguageOrder({ languages, onChange }: Props) {
  const places = LABELS.slice(0, languages.length + 1)

  function choose(place: number, chosen: string) {
    const before = languages.slice(0, place)
    const after = languages.slice(place + 1)
    const language = VOICE_LANGUAGES.find(one => one === chosen)
    onChange([...before, ...(language ? [language] : []), ...after.filter(one => one !== language)])
  }

  return places.map((label, place) => {
    const before = languages.slice(0, place)
    const left = VOICE_LANGUAGES.filter(one => !before.includes(one))
    const options = left.map(one => [one, SPEECH_LANGUAGES[one], one] as const)
    // The only language cannot be removed, because then no call would be spoken.
    const isNeeded = languages.length === 1 && place === 0
    return (
      <Select
        key={label}
        label={label}
        options={isNeeded ? options : [['', 'None'], ...options]}
        value={languages[place] ?? ''}
        onChange={chosen => choose(place, chosen)}
      />
    )
  })
}
