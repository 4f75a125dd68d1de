import { type BackgroundTarget, getColorKey } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'
import { Choice } from '../../ui/Choice.tsx'
import { GradientButton } from '../gradient/GradientButton.tsx'
import { ColorInput } from './ColorField.tsx'

const MODES = [
  { value: 'solid', label: 'Solid' },
  { value: 'gradient', label: 'Gradient' },
] as const

type Props = {
  painted: BackgroundTarget
  label: string
  /** Whose label it is, for whoever does not see the card around it. */
  card: string
  values: Settings
  onEdit(changes: Settings): void
}

/** A colour or a gradient for one thing on the display. */
export function BackgroundField({ painted, label, card, values, onEdit }: Props) {
  const mode = `${painted}Mode`
  const gradient = `${painted}Gradient`
  const colour = getColorKey(painted)
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
        value={values[mode] ?? 'solid'}
        onChange={value => onEdit({ [mode]: value })}
      />
      {values[mode] === 'gradient' ? (
        <GradientButton
          label={name}
          value={values[gradient] ?? ''}
          onChange={value => onEdit({ [gradient]: value })}
        />
      ) : (
        <ColorInput
          label={`${name} colour`}
          value={values[colour] ?? ''}
          onChange={value => onEdit({ [colour]: value })}
        />
      )}
    </div>
  )
}
