import { useId } from 'react'

type Option<Value extends string> = { value: Value; label: string }
type Props<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: string
  /** For where the words beside it say already what is chosen. */
  isLabelHidden?: boolean
  onChange(value: Value): void
}

/** One of a few, all of them seen at once. */
export function Choice<Value extends string>(props: Props<Value>) {
  const { label, options, value, isLabelHidden = false, onChange } = props
  const name = useId()
  return (
    <fieldset className="choice">
      <legend className={isLabelHidden ? 'visually-hidden' : 'field__label'}>{label}</legend>
      <span className="choice__options">
        {options.map(({ value: offered, label: words }) => (
          <label key={offered} className="choice__option">
            <input
              type="radio"
              className="choice__input"
              name={name}
              checked={offered === value}
              onChange={() => onChange(offered)}
            />
            {words}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
