import './fields.css'

type Props = { label: string; value: string; onChange(value: string): void }

export function ColorField({ label, card, ...rest }: Props & { card: string }) {
  return (
    <div className="paint-field">
      <span className="paint-field__label" aria-hidden>
        {label}
      </span>
      <ColorInput label={`${card}: ${label} color`} {...rest} />
    </div>
  )
}

export function ColorInput({ label, value, onChange }: Props) {
  return (
    <label className="color-input">
      <input
        type="color"
        className="color-input__picker"
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <code className="color-input__value">{value}</code>
    </label>
  )
}
