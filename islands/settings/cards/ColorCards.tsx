import {
  type CardTitle,
  COLOR_GROUPS,
  COLORS,
  type ColorGroup,
} from '#domain/settings/settings-schema'
import { BackgroundField } from '../fields/BackgroundField.tsx'
import { ColorInput } from '../fields/ColorInput.tsx'
import { ColorLine } from '../fields/ColorLine.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const CARDS: { title: CardTitle; about: string }[] = [
  { title: 'Header Display', about: 'The bar with the clinic name and the heading CALLING.' },
  { title: 'Clinic Name Text', about: 'The clinic name on the display.' },
  { title: 'Current Call Display', about: 'The patient being called and the room.' },
  {
    title: 'Highlight Box for patient calling',
    about: 'The box over the whole display when a patient is called.',
  },
  { title: 'Prayer Times Display', about: 'The panel with the five prayers.' },
  { title: 'Weather Display', about: 'The panel with the weather.' },
  { title: 'Queue List Display', about: 'Earlier calls.' },
]

export function ColorCards({ form }: { form: CardForm }) {
  return CARDS.map(({ title, about }) => (
    <SettingsCard key={title} title={title} about={about} form={form}>
      <GroupFields card={title} form={form} />
      {Object.entries(COLORS)
        .filter(([, { card }]) => card === title)
        .map(([key, { label }]) => (
          <ColorLine key={key} label={label} target={key} values={form.values}>
            <ColorInput
              label={`${title}: ${label} color`}
              value={form.values[key] ?? ''}
              onChange={value => form.onEdit({ [key]: value })}
            />
          </ColorLine>
        ))}
    </SettingsCard>
  ))
}

export function GroupFields({ card, form }: { card: CardTitle; form: CardForm }) {
  // The record has exactly these keys, which Object.keys() does not tell TypeScript.
  const groups = Object.keys(COLOR_GROUPS) as ColorGroup[]
  return groups
    .filter(group => COLOR_GROUPS[group].card === card)
    .map(group => (
      <BackgroundField
        key={group}
        group={group}
        label={COLOR_GROUPS[group].label}
        card={card}
        form={form}
      />
    ))
}
