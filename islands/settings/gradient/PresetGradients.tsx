import { Check } from 'lucide-react'
import { useId } from 'react'
import { GradientSwatch } from './GradientSwatch.tsx'
import { GRADIENT_PRESETS } from './presets.ts'
import '../../ui/fields/Choice.css'
import './PresetGradients.css'

type Props = { selected: string; onSelect(css: string): void }

export function PresetGradients({ selected, onSelect }: Props) {
  const name = useId()
  return (
    <div className="stack">
      {GRADIENT_PRESETS.map(({ group, presets }) => (
        <fieldset key={group} className="gradient-presets__group">
          <legend className="field__label">{group}</legend>
          {presets.map(preset => (
            <label key={preset.css} className="gradient-preset">
              <input
                type="radio"
                className="choice__input"
                name={name}
                checked={preset.css === selected}
                onChange={() => onSelect(preset.css)}
              />
              <GradientSwatch css={preset.css} className="gradient-preset__swatch" />
              {preset.name}
              <Check size={18} aria-hidden />
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
