import type { ReactNode } from 'react'
import './Switch.css'

type Props = {
  label: string
  hint?: ReactNode
  isOn: boolean
  onChange(isOn: boolean): void
}

export function Switch({ label, hint, isOn, onChange }: Props) {
  return (
    <label className="switch line line--wide">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        className="switch__input"
        checked={isOn}
        onChange={event => onChange(event.target.checked)}
      />
      <span className="switch__text medium">
        {label}
        {hint && <span className="field__hint at-start">{hint}</span>}
      </span>
    </label>
  )
}
