import { type ReactNode, useId } from 'react'
import './Choice.css'

type Option<Value extends string> = { value: Value; label: ReactNode }
type Props<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: string
  isLabelHidden?: boolean
  onChange(value: Value): void
}

export function Choice<Value extends string>(props: Props<Value>) {
  const { label, options, value, isLabelHidden = false, onChange } = props
  const name = useId()
  return (
    <fieldset className="choice field">
      <legend className={isLabelHidden ? 'visually-hidden' : 'field__label'}>{label}</legend>
      <span className="choice__options">
        {options.map(({ value: optionValue, label: optionLabel }) => (
          <label key={optionValue} className="choice__option">
            <input
              type="radio"
              className="choice__input"
              name={name}
              checked={optionValue === value}
              onChange={() => onChange(optionValue)}
            />
            {optionLabel}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
