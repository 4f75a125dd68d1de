import type { ColorGroup } from '#domain/settings/settings-schema'
import { getColorKey } from '#domain/settings-record'
import { Choice } from '../../ui/fields/Choice.tsx'
import { GradientButton } from '../gradient/GradientButton.tsx'
import { ColorInput } from './ColorInput.tsx'
import { ColorLine } from './ColorLine.tsx'
import type { CardForm } from './SettingsCard.tsx'

const MODES = [
  { value: 'solid', label: 'Solid' },
  { value: 'gradient', label: 'Gradient' },
] as const

type Props = {
  group: ColorGroup
  label: string
  card: string
  form: Pick<CardForm, 'values' | 'onEdit'>
}

export function BackgroundField({ group, label, card, form }: Props) {
  const { values, onEdit } = form
  const modeKey = `${group}Mode`
  const gradientKey = `${group}Gradient`
  const colorKey = getColorKey(group)
  const name = `${card}: ${label}`
  return (
    <ColorLine label={label} target={group} values={values}>
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
          label={`${name} color`}
          value={values[colorKey] ?? ''}
          onChange={value => onEdit({ [colorKey]: value })}
        />
      )}
    </ColorLine>
  )
}
