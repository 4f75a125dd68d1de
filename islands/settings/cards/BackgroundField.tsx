import type { Settings } from '#domain/settings/settings'
import { type BackgroundTarget, getColorKey } from '../../ui/background.ts'
import { Choice } from '../../ui/Choice.tsx'
import { GradientButton } from '../gradient/GradientButton.tsx'
import { ColorInput } from './ColorField.tsx'
import './fields.css'

const MODES = [
  { value: 'solid', label: 'Solid' },
  { value: 'gradient', label: 'Gradient' },
] as const

type Props = {
  painted: BackgroundTarget
  label: string
  /** The card's title, for screen readers. */
  card: string
  values: Settings
  onEdit(changes: Settings): void
}

export function BackgroundField({ painted, label, card, values, onEdit }: Props) {
  const modeKey = `${painted}Mode`
  const gradientKey = `${painted}Gradient`
  const colorKey = getColorKey(painted)
  const name = `${card}: ${label}`
  return (
    <div className="paint-field">
      <span className="paint-field__label" aria-hidden>
        {label}
      </span>
      <Choice
        label={`${name} kind`}
        isLabelHidden
        options={MODES}
        value={values[modeKey] ?? 'solid'}
        onChange={value => onEdit({ [modeKey]: value })}
      />
      {values[modeKey] === 'gradient' ? (
        <GradientButton
          label={name}
          value={values[gradientKey] ?? ''}
          onChange={value => onEdit({ [gradientKey]: value })}
        />
      ) : (
        <ColorInput
          label={`${name} colour`}
          value={values[colorKey] ?? ''}
          onChange={value => onEdit({ [colorKey]: value })}
        />
      )}
    </div>
  )
}
