import { Volume2 } from 'lucide-react'
import { formatPreset, PRESETS } from '#domain/settings/sounds'
import { DEFAULT_LANGUAGES, parseLanguages } from '#domain/voice/languages'
import { Button } from '../../ui/buttons/Button.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { LanguageOrder, SPEECH_LANGUAGES } from '../../voice/LanguageOrder.tsx'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { SelectField, SwitchField } from '../fields/setting-fields.tsx'

const DEFAULT_FORM_VOLUME = 50
const SOUNDS = Object.keys(PRESETS).map(key => [key, formatPreset(key)] as const)

export function AudioCard({ isTesting, onTest }: { isTesting: boolean; onTest(): void }) {
  return (
    <SettingsCard title="Audio">
      <SwitchField setting="enableSound" label="Enable sound">
        <SelectField setting="presetKey" label="Sound" options={SOUNDS} />
        <Volume />
        <VoiceFields />
        <SwitchField
          setting="enableTTS"
          label="Speak the name"
          hint="Only where the display's browser has a voice of its own."
        >
          <SelectField
            setting="ttsLanguage"
            label="Language"
            options={Object.entries(SPEECH_LANGUAGES)}
          />
        </SwitchField>
      </SwitchField>
      <Button aria-busy={isTesting} disabled={isTesting} onClick={onTest}>
        <Volume2 size={18} aria-hidden />
        Test Call
      </Button>
    </SettingsCard>
  )
}

function Volume() {
  const { values, onEdit } = useForm()
  const volume = values.volume ?? String(DEFAULT_FORM_VOLUME)
  return (
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
  )
}

function VoiceFields() {
  const { values, onEdit } = useForm()
  const languages = parseLanguages(values.voiceLanguages ?? '') ?? []
  const choose = (chosen: string[]) => onEdit({ voiceLanguages: chosen.join(',') })
  return (
    <>
      <Switch
        label="Speak number and room"
        hint="In a voice of this program, on every display and without internet."
        isOn={languages.length > 0}
        onChange={isOn => choose(isOn ? DEFAULT_LANGUAGES : [])}
      />
      {languages.length > 0 && <LanguageOrder languages={languages} onChange={choose} />}
    </>
  )
}
