import { Volume2 } from 'lucide-react'
import { isEnabled } from '#domain/settings-record'
import { DEFAULT_LANGUAGES, parseLanguages } from '#domain/voice/languages'
import { Button } from '../../ui/buttons/Button.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { VoiceLanguages } from '../../voice/LanguageOrder.tsx'
import { Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'

export function AudioFields({ isTesting, onTest }: { isTesting: boolean; onTest(): void }) {
  const { values } = useForm()
  return (
    <>
      <Field setting="enableSound" />
      {isEnabled(values, 'enableSound') && (
        <>
          <Field setting="presetKey" />
          <Volume />
          <VoiceFields />
          <Field setting="enableTTS" />
          {isEnabled(values, 'enableTTS') && <Field setting="ttsLanguage" />}
        </>
      )}
      <Button data-once aria-busy={isTesting} disabled={isTesting} onClick={onTest}>
        <Volume2 size={18} aria-hidden />
        Test Call
      </Button>
    </>
  )
}

function Volume() {
  const { values, onEdit } = useForm()
  const { volume } = values
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
  const languages = parseLanguages(values.voiceLanguages) ?? []
  const choose = (chosen: string[]) => onEdit({ voiceLanguages: chosen.join(',') })
  return (
    <>
      <Switch
        label="Speak number and room"
        hint="Built-in voice; works on every TV without internet."
        isOn={languages.length > 0}
        onChange={isOn => choose(isOn ? DEFAULT_LANGUAGES : [])}
      />
      {languages.length > 0 && <VoiceLanguages languages={languages} onChange={choose} />}
    </>
  )
}
