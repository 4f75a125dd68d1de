import { type FormEvent, useState } from 'react'
import { REQUEUE_REASON_MAX, REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { Button } from '../ui/Button.tsx'
import './RequeueReasons.css'

type Props = { onReason(reason: string): void; onCancel(): void }

export function RequeueReasons({ onReason, onCancel }: Props) {
  const [other, setOther] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (other?.trim()) onReason(other.trim())
  }

  return (
    <form
      className="requeue-reasons"
      aria-label="Requeue reason"
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      {REQUEUE_REASONS.map((reason, index) => (
        <Button
          key={reason}
          autoFocus={index === 0}
          aria-pressed={reason === 'Others' ? other !== null : undefined}
          onClick={() => (reason === 'Others' ? setOther('') : onReason(reason))}
        >
          {reason}
        </Button>
      ))}
      {other !== null && (
        <div className="requeue-reasons__other">
          <input
            className="input"
            aria-label="Other reason"
            placeholder="Reason"
            maxLength={REQUEUE_REASON_MAX}
            value={other}
            // biome-ignore lint/a11y/noAutofocus: Others needs a typed reason
            autoFocus
            onChange={event => setOther(event.target.value)}
          />
          <Button type="submit" variant="primary" disabled={other.trim() === ''}>
            Requeue
          </Button>
          <Cancel onCancel={onCancel} />
        </div>
      )}
      {other === null && <Cancel onCancel={onCancel} />}
    </form>
  )
}

function Cancel({ onCancel }: Pick<Props, 'onCancel'>) {
  return (
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  )
}
