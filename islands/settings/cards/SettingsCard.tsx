import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import './SettingsCard.css'

type Props = {
  title: string
  about?: string
  isUnsaved: boolean
  isSaving: boolean
  onSave(): void
  children: ReactNode
}

export function SettingsCard({ title, about, isUnsaved, isSaving, onSave, children }: Props) {
  return (
    <Card
      className="settings-card"
      title={
        <>
          {title}
          {isUnsaved && <span className="settings-card__mark">Unsaved</span>}
        </>
      }
      aside={
        <Button
          variant={isUnsaved ? 'primary' : 'plain'}
          aria-label={`Save ${title}`}
          aria-busy={isSaving}
          disabled={isSaving}
          onClick={onSave}
        >
          <Save size={16} aria-hidden />
          Save
        </Button>
      }
    >
      {about && <p className="settings-card__about">{about}</p>}
      <div className="settings-card__fields">{children}</div>
    </Card>
  )
}
