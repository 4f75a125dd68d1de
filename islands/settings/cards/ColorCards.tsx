import type { Settings } from '#domain/settings/settings'
import { BackgroundField } from './BackgroundField.tsx'
import { ColorField } from './ColorField.tsx'
import { COLOR_CARDS, cardKeys } from './color-cards.ts'
import { SettingsCard } from './SettingsCard.tsx'

type Props = {
  values: Settings
  isUnsaved(keys: string[]): boolean
  isSaving: boolean
  onEdit(changes: Settings): void
  onSave(): void
}

export function ColorCards({ values, isUnsaved, isSaving, onEdit, onSave }: Props) {
  return COLOR_CARDS.map(card => (
    <SettingsCard
      key={card.title}
      title={card.title}
      about={card.about}
      isUnsaved={isUnsaved(cardKeys(card))}
      isSaving={isSaving}
      onSave={onSave}
    >
      {card.backgrounds.map(({ painted, label }) => (
        <BackgroundField
          key={painted}
          painted={painted}
          label={label}
          card={card.title}
          values={values}
          onEdit={onEdit}
        />
      ))}
      {card.colors.map(({ key, label }) => (
        <ColorField
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
