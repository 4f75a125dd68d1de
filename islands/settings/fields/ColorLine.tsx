import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Settings } from '#domain/settings-record'
import { getReadability, MIN_CONTRAST } from '../color-contrast.ts'
import './fields.css'

type Props = {
  label: string
  target: string
  values: Settings
  children: ReactNode
}

export function ColorLine({ label, target, values, children }: Props) {
  const contrast = getReadability(values, target)
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
