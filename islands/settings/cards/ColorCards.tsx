import { type CardTitle, COLOR_GROUPS, COLORS } from '#domain/settings/settings-schema'
import { getColorKey } from '#domain/settings-record'
import { Choice } from '../../ui/fields/Choice.tsx'
import { ColorInput, ColorLine } from '../fields/color-fields.tsx'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { GradientButton } from '../gradient/GradientButton.tsx'

const CARDS: [title: CardTitle, about: string][] = [
  ['Header Display', 'The bar with the clinic name and the heading CALLING.'],
  ['Clinic Name Text', 'The clinic name on the display.'],
  ['Current Call Display', 'The patient being called and the room.'],
  ['Highlight Box for patient calling', 'The box over the whole display when a patient is called.'],
  ['Prayer Times Display', 'The panel with the five prayers.'],
  ['Weather Display', 'The panel with the weather.'],
  ['Queue List Display', 'Earlier calls.'],
]
const MODES = [
  { value: 'solid', label: 'Solid' },
  { value: 'gradient', label: 'Gradient' },
]

export function ColorCards() {
  return CARDS.map(([title, about]) => (
    <SettingsCard key={title} title={title} about={about}>
      <GroupFields card={title} />
      {listOf(title, COLORS).map(([key, { label }]) => (
        <ColorLine key={key} label={label} target={key}>
          <ColorInput label={`${title}: ${label} color`} setting={key} />
        </ColorLine>
      ))}
    </SettingsCard>
  ))
}

export function GroupFields({ card }: { card: CardTitle }) {
  const { values, onEdit } = useForm()
  return listOf(card, COLOR_GROUPS).map(([group, { label }]) => {
    const [mode, gradient] = [`${group}Mode`, `${group}Gradient`]
    const name = `${card}: ${label}`
    return (
      <ColorLine key={group} label={label} target={group}>
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
          <ColorInput label={`${name} color`} setting={getColorKey(group)} />
        )}
      </ColorLine>
    )
  })
}

function listOf<Rule extends { card: CardTitle }>(title: CardTitle, rules: Record<string, Rule>) {
  return Object.entries(rules).filter(([, { card }]) => card === title)
}
