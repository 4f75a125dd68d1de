import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CardTitle } from '#domain/settings/settings-schema'
import type { Settings } from '#domain/settings-record'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import '../../ui/badge.css'
import './SettingsCard.css'

export type CardForm = {
  values: Settings
  isUnsaved(card: CardTitle): boolean
  /** The sentence beside a field with an invalid value, else null. */
  getProblem(key: string): string | null
  isSaving: boolean
  onEdit(changes: Settings): void
  onHide(key: string): void
  onSave(): void
}

type Props = { title: CardTitle; about?: string; form: CardForm; children: ReactNode }

export function SettingsCard({ title, about, form, children }: Props) {
  const { isSaving, onSave } = form
  const isUnsaved = form.isUnsaved(title)
  return (
    <Card
      className="settings-card"
      title={
        <>
          {title}
          {isUnsaved && <span className="badge tone--warning">Unsaved</span>}
        </>
      }
      aside={
        <Button
          variant={isUnsaved ? 'primary' : 'plain'}
          aria-label={`Save ${title}`}
          aria-busy={isSaving}
          onClick={onSave}
        >
          <Save size={16} aria-hidden />
          Save
        </Button>
      }
    >
      {about && <p className="settings-card__description soft">{about}</p>}
      <div className="settings-card__fields">{children}</div>
    </Card>
  )
}
