import { Volume2 } from 'lucide-react'
import { formatPreset, PRESETS } from '#domain/settings/sounds'
import { isEnabled } from '#domain/settings-record'
import { DEFAULT_LANGUAGES, parseLanguages } from '#domain/voice/languages'
import { SPEECH_LANGUAGES } from '../../tv/sound/speech-languages.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { LanguageOrder } from '../../voice/LanguageOrder.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const DEFAULT_FORM_VOLUME = 50

type Props = { form: CardForm; isTesting: boolean; onTest(): void }

export function AudioCard({ form, isTesting, onTest }: Props) {
  const { values, onEdit } = form
  return (
    <SettingsCard title="Audio" form={form}>
      <Switch
        label="Enable sound"
        isOn={isEnabled(values, 'enableSound')}
        onChange={on => onEdit({ enableSound: String(on) })}
      />
      {isEnabled(values, 'enableSound') && <AudioFields form={form} />}
      <Button aria-busy={isTesting} disabled={isTesting} onClick={onTest}>
        <Volume2 size={18} aria-hidden />
        Test Call
      </Button>
    </SettingsCard>
  )
}

function AudioFields({ form }: Pick<Props, 'form'>) {
  const { values, onEdit } = form
  const languages = parseLanguages(values.voiceLanguages ?? '') ?? []
  const choose = (chosen: string[]) => onEdit({ voiceLanguages: chosen.join(',') })
  const volume = values.volume ?? String(DEFAULT_FORM_VOLUME)
  return (
    <>
      <label className="field">
        <span className="field__label">Sound</span>
        <select
          className="input"
          value={values.presetKey}
          onChange={event => onEdit({ presetKey: event.target.value })}
        >
          {Object.keys(PRESETS).map(key => (
            <option key={key} value={key}>
              {formatPreset(key)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field__label">Volume {volume}%</span>
        <input
          type="range"
          className="slider"
          min={0}
          max={100}
          step={1}
          value={volume}
          aria-valuetext={`${volume}%`}
          onChange={event => onEdit({ volume: event.target.value })}
        />
      </label>
      <Switch
        label="Speak number and room"
        hint="In a voice of this program, on every display and without internet."
        isOn={languages.length > 0}
        onChange={on => choose(on ? DEFAULT_LANGUAGES : [])}
      />
      {languages.length > 0 && <LanguageOrder languages={languages} onChange={choose} />}
      <Switch
        label="Speak the name"
        hint="Only where the display's browser has a voice of its own."
        isOn={isEnabled(values, 'enableTTS')}
        onChange={on => onEdit({ enableTTS: String(on) })}
      />
      {isEnabled(values, 'enableTTS') && (
        <label className="field">
          <span className="field__label">Language</span>
          <select
            className="input"
            value={values.ttsLanguage}
            onChange={event => onEdit({ ttsLanguage: event.target.value })}
          >
            {Object.entries(SPEECH_LANGUAGES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}
