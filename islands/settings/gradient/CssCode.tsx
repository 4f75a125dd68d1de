import { useId } from 'react'
import { DIRECTIONS, MAX_STOPS, MIN_STOPS } from '#domain/settings/gradient'
import { isInvalidCode, type Picker, withCode } from './gradient-picker-state.ts'

type Props = { picker: Picker; onChange(change: (previous: Picker) => Picker): void }

const EXAMPLE = 'linear-gradient(135deg, #0f766e 0%, #0369a1 100%)'
const SYNTAX_HELP = `A linear-gradient with a direction (${DIRECTIONS.join(', ')}deg, or a side such as "to right"), then ${MIN_STOPS} to ${MAX_STOPS} colors, each as #rrggbb or #rgb, with or without a position from 0% to 100%.`

export function CssCode({ picker, onChange }: Props) {
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
