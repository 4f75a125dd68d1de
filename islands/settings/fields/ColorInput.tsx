import './fields.css'

type Props = { label: string; value: string; onChange(value: string): void }

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
