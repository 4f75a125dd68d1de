import type { Settings } from '#domain/settings/settings'
import { PaintField } from './BackgroundField.tsx'
import { ColourField } from './ColorField.tsx'
import { COLOUR_CARDS, keysOfCard } from './color-cards.ts'
import { SettingsCard } from './SettingsCard.tsx'

type Props = {
  values: Settings
  isUnsaved(keys: string[]): boolean
  isSaving: boolean
  onEdit(changes: Settings): void
  onSave(): void
}

/** The cards that hold nothing but colours. */
export function ColourCards({ values, isUnsaved, isSaving, onEdit, onSave }: Props) {
  return COLOUR_CARDS.map(card => (
    <SettingsCard
      key={card.title}
      title={card.title}
      about={card.about}
      isUnsaved={isUnsaved(keysOfCard(card))}
      isSaving={isSaving}
      onSave={onSave}
    >
      {card.paints.map(({ painted, label }) => (
        <PaintField
          key={painted}
          painted={painted}
          label={label}
          card={card.title}
          values={values}
          onEdit={onEdit}
        />
      ))}
      {card.colours.map(({ key, label }) => (
        <ColourField
          key={key}
          label={label}
          card={card.title}
          value={values[key] ?? ''}
          onChange={value => onEdit({ [key]: value })}
        />
      ))}
    </SettingsCard>
  ))
}
