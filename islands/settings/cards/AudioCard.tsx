import { Volume2 } from 'lucide-react'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { DEFAULT_FORM_VOLUME, formatPreset, PRESETS } from '#domain/settings/sounds'
import { SPEECH_LANGUAGES } from '../../tv/sound/spoken-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import './AudioCard.css'

export const AUDIO_KEYS = ['enableSound', 'presetKey', 'volume', 'enableTTS', 'ttsLanguage']

type Props = {
  values: Settings
  isUnsaved: boolean
  isSaving: boolean
  isTesting: boolean
  onEdit(changes: Settings): void
  onSave(): void
  onTest(): void
}

export function AudioCard({ values, isTesting, onEdit, onTest, ...saving }: Props) {
  return (
    <SettingsCard title="Audio" {...saving}>
      <Switch
        label="Enable sound"
        isOn={isEnabled(values, 'enableSound')}
        onChange={on => onEdit({ enableSound: String(on) })}
      />
      {isEnabled(values, 'enableSound') && <AudioFields values={values} onEdit={onEdit} />}
      <Button aria-busy={isTesting} disabled={isTesting} onClick={onTest}>
        <Volume2 size={18} aria-hidden />
        Test Call
      </Button>
    </SettingsCard>
  )
}

function AudioFields({ values, onEdit }: Pick<Props, 'values' | 'onEdit'>) {
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
        label="Speak the call"
        hint="Uses the voice of the display's browser, if it has one."
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
