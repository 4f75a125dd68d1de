import type { ReactNode } from 'react'
import { ABOUT, type CardTitle } from '#domain/settings/cards'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useForm } from './form.ts'
import './fields.css'

/** Cards of which two fit next to each other. */
const SMALL: CardTitle[] = ['Clinic Name', 'Clinic Logo']

type Props = { title: CardTitle; children: ReactNode }

export function SettingsCard({ title, children }: Props) {
  const about = ABOUT[title]
  const { isSaving, onSave, ...form } = useForm()
  const isUnsaved = form.isUnsaved(title)
  return (
    <Card
      className={`settings-card ${SMALL.includes(title) ? 'settings-card--small' : ''}`}
      title={
        <>
          {title}
          {isUnsaved && <span className="settings-card__dot" role="img" aria-label="Unsaved" />}
        </>
      }
      aside={
        <Button
          aria-label={`Save ${title}`}
          aria-busy={isSaving}
          disabledReason={isUnsaved ? null : 'Nothing to save'}
          onClick={onSave}
        >
          Save
        </Button>
      }
    >
      {about && <p className="settings-card__description soft small">{about}</p>}
      <div className="settings-card__fields">{children}</div>
    </Card>
  )
}
