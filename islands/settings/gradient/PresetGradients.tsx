import { Check } from 'lucide-react'
import { useId } from 'react'
import { GradientSwatch } from './GradientSample.tsx'
import { GRADIENT_PRESETS } from './presets.ts'
import '../../ui/fields/Choice.css'

type Props = { selected: string; onSelect(css: string): void }

export function PresetGradients({ selected, onSelect }: Props) {
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
