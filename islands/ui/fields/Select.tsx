import type { ComponentProps } from 'react'

export type Options = readonly (readonly [value: string | number, label: string, lang?: string])[]

type Props = Omit<ComponentProps<'select'>, 'onChange' | 'children'> & {
  label: string
  options: Options
  onChange?(value: string): void
}

export function Select({ label, options, onChange, ...select }: Props) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <select className="input" {...select} onChange={event => onChange?.(event.target.value)}>
        {options.map(([value, label, lang]) => (
          <option key={value} value={value} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
