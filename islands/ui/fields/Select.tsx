export type Options = readonly (readonly [value: string, label: string])[]

type Props = { label: string; options: Options; value: string; onChange(value: string): void }

export function Select({ label, options, value, onChange }: Props) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <select className="input" value={value} onChange={event => onChange(event.target.value)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
