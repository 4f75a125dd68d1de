import { SPEECH_LANGUAGES, VOICE_LANGUAGES, type VoiceLanguage } from '#domain/voice/languages'

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

  return places.map((label, place) => (
    <label key={label} className="field">
      <span className="field__label">{label}</span>
      <select
        className="input"
        value={languages[place] ?? ''}
        onChange={event => choose(place, event.target.value)}
      >
        {/* The only language cannot be removed: nothing would be spoken. */}
        {languages.length !== 1 || place > 0 ? <option value="">None</option> : null}
        {VOICE_LANGUAGES.filter(one => !languages.slice(0, place).includes(one)).map(one => (
          <option key={one} value={one} lang={one}>
            {SPEECH_LANGUAGES[one]}
          </option>
        ))}
      </select>
    </label>
  ))
}
