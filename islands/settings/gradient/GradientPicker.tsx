import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { DIRECTIONS, MAX_STOPS, MIN_STOPS } from '#domain/settings/gradient'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { GradientSample, GradientSwatch, type Sample } from './GradientSample.tsx'
import {
  createPicker,
  getPickerProblem,
  isInvalidCode,
  type Picker,
  pickedGradient,
  previewedGradient,
  truncate,
  withCode,
} from './gradient-picker-state.ts'
import { GRADIENT_PRESETS } from './presets.ts'
import { type EditorProps, VisualBuilder } from './VisualBuilder.tsx'
import '../../ui/fields/Choice.css'
import './GradientPicker.css'

const EXAMPLE = 'linear-gradient(135deg, #0f766e 0%, #0369a1 100%)'
const SYNTAX_HELP = `A linear-gradient with a direction (${DIRECTIONS.join(', ')}deg, or a side such as "to right"), then ${MIN_STOPS} to ${MAX_STOPS} colors, each as #rrggbb or #rgb, with or without a position from 0% to 100%.`

type Props = {
  value: string
  label: string
  getSample(css: string): Sample
  onApply(value: string): void
  onCancel(): void
}

export function GradientPicker({ value, label, getSample, onApply, onCancel }: Props) {
  const [picker, setPicker] = useState(() => createPicker(value))
  const title = useId()
  const picked = pickedGradient(picker)
  const previewed = previewedGradient(picker)
  const problem = getPickerProblem(picker)
  const editor = { picker, onChange: setPicker }
  const change = (next: Partial<Picker>) => setPicker(previous => ({ ...previous, ...next }))

  return (
    <Dialog className="gradient-picker" aria-labelledby={title} onClose={onCancel}>
      <header className="gradient-picker__head">
        <h2 id={title} className="dialog__title">
          {label}
        </h2>
        <GradientSample css={previewed} sample={getSample(previewed)} />
        <p className="gradient-picker__value ellipsis soft">
          {picked && <code data-tooltip={picked}>{truncate(picked)}</code>}
          <span role="status">{problem}</span>
        </p>
      </header>
      <Tabs
        label="Gradient type"
        selected={picker.tab}
        onSelect={tab => change({ tab })}
        tabs={[
          {
            name: 'presets',
            label: 'Preset Gradients',
            panel: (
              <PresetGradients
                selected={picker.css}
                onSelect={css => setPicker(previous => withCode(previous, css))}
              />
            ),
          },
          {
            name: 'custom',
            label: 'Custom Gradient',
            panel: (
              <Tabs
                label="Custom gradient editor"
                variant="pills"
                selected={picker.custom}
                onSelect={custom => change({ custom })}
                tabs={[
                  {
                    name: 'builder',
                    label: 'Visual Builder',
                    panel: <VisualBuilder {...editor} />,
                  },
                  { name: 'code', label: 'CSS Code', panel: <CssCode {...editor} /> },
                ]}
              />
            ),
          },
        ]}
      />
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" disabled={problem !== null} onClick={() => onApply(picked)}>
          Apply Gradient
        </Button>
      </div>
    </Dialog>
  )
}

type PresetsProps = { selected: string; onSelect(css: string): void }

function PresetGradients({ selected, onSelect }: PresetsProps) {
  const radioName = useId()
  return (
    <div className="stack">
      {Object.entries(GRADIENT_PRESETS).map(([group, presets]) => (
        <fieldset key={group} className="gradient-presets__group stack stack--medium">
          <legend className="field__label">{group}</legend>
          {Object.entries(presets).map(([name, css]) => (
            <label key={name} className="gradient-preset">
              <input
                type="radio"
                className="choice__input"
                name={radioName}
                checked={css === selected}
                onChange={() => onSelect(css)}
              />
              <GradientSwatch css={css} className="gradient-preset__swatch" />
              {name}
              <Check size={18} aria-hidden />
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

function CssCode({ picker, onChange }: EditorProps) {
  const [field, hint] = [useId(), useId()]
  const isRefused = isInvalidCode(picker)

  return (
    <div className="stack stack--tight">
      <label className="field__label" htmlFor={field}>
        Gradient as CSS
      </label>
      <textarea
        id={field}
        className="input"
        rows={5}
        aria-invalid={isRefused}
        aria-describedby={hint}
        placeholder={EXAMPLE}
        value={picker.code}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(current => withCode(current, target.value))}
      />
      <div id={hint} className={`inset stack stack--tight ${isRefused ? 'tone--danger' : 'soft'}`}>
        <p>
          {isRefused && <strong>This gradient is not supported. </strong>}
          {SYNTAX_HELP}
        </p>
        <p>
          Example: <code>{EXAMPLE}</code>
        </p>
      </div>
    </div>
  )
}
