import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { getLowestContrast, MIN_CONTRAST } from '../color-contrast.ts'
import { useForm } from './form.ts'

type LineProps = { label: string; target: string; children: ReactNode }

export function ColorLine({ label, target, children }: LineProps) {
  const contrast = getLowestContrast(useForm().values, target)
  return (
    <div className="color-line">
      <span className="field__label" aria-hidden>
        {label}
      </span>
      {children}
      {contrast !== null && contrast < MIN_CONTRAST && (
        <p className="color-line__warning">
          <TriangleAlert size={16} aria-hidden />
          {formatWarning(contrast)}
        </p>
      )}
    </div>
  )
}

/** Rounded down, so that 2.96:1 is not shown as the 3.0:1 that would be enough. */
function formatWarning(contrast: number) {
  return `Hard to read from a distance (${(Math.floor(contrast * 10) / 10).toFixed(1)}:1)`
}

export function ColorInput({ label, setting }: { label: string; setting: string }) {
  const { values, onEdit } = useForm()
  const value = values[setting] ?? ''
  return (
    <label className="color-input">
      <input
        type="color"
        className="color-input__picker"
        aria-label={label}
        value={value}
        onChange={event => onEdit({ [setting]: event.target.value })}
      />
      <code className="color-input__value">{value}</code>
    </label>
  )
}
