import { Timer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { HoldPreset } from '#domain/queue/hold-presets'
import { MAX_HOLD_MINUTES, REQUEUE_REASON_MAX, REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { Button } from '../ui/buttons/Button.tsx'

type Props = {
  presets: HoldPreset[]
  onReason(reason: string, holdMinutes: number | null): void
  onCancel(): void
}

export function RequeueReasons({ presets, onReason, onCancel }: Props) {
  const [other, setOther] = useState<string | null>(null)
  const [minutes, setMinutes] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (other?.trim()) onReason(other.trim(), minutes === '' ? null : Number(minutes))
  }

  return (
    <form
      className="requeue-reasons inset"
      aria-label="Requeue reason"
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      {REQUEUE_REASONS.map((reason, index) => (
        <Button
          key={reason}
          autoFocus={index === 0}
          aria-pressed={reason === 'Others' ? other !== null : undefined}
          onClick={() => (reason === 'Others' ? setOther('') : onReason(reason, null))}
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
          <label className="requeue-reasons__minutes">
            Returns after
            <input
              className="input"
              type="number"
              min={1}
              max={MAX_HOLD_MINUTES}
              aria-label="Minutes until the patient returns"
              value={minutes}
              onChange={event => setMinutes(event.target.value)}
            />
            min
          </label>
          <Button type="submit" variant="primary" disabled={other.trim() === ''}>
            Requeue
          </Button>
          <Cancel onCancel={onCancel} />
        </div>
      )}
      {other === null && (
        <>
          {presets.length > 0 && (
            <span className="requeue-reasons__timed">Returns by itself after</span>
          )}
          {presets.map(({ reason, minutes }) => (
            <Button key={`${reason} ${minutes}`} onClick={() => onReason(reason, minutes)}>
              <Timer size={16} aria-hidden />
              {reason} {minutes} min
            </Button>
          ))}
          <Cancel onCancel={onCancel} />
        </>
      )}
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
