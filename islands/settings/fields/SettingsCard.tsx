import { Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { ABOUT, type CardTitle } from '#domain/settings/cards'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useForm } from './form.ts'
import '../../ui/badge.css'
import './fields.css'

type Props = { title: CardTitle; children: ReactNode }

export function SettingsCard({ title, children }: Props) {
  const about = ABOUT[title]
  const { isSaving, onSave, ...form } = useForm()
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
