import { type FormEvent, useRef, useState } from 'react'
import { isFoldedAlike } from '#domain/fold'
import {
  type HoldPreset,
  MAX_HOLD_MINUTES,
  REQUEUE_REASON_MAX,
  REQUEUE_REASONS,
} from '#domain/queue/requeue-reason'
import { cutText } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { useHotkeys } from '../ui/keyboard/hotkeys.ts'

type Props = {
  presets: HoldPreset[]
  onReason(reason: string, holdMinutes: number | null): void
  onCancel(): void
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Asks for the reason of a requeue. Patients without a time are away until Back. */
export function RequeueReasons({ presets, onReason, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [other, setOther] = useState<string | null>(null)
  const [minutes, setMinutes] = useState('')
  const lines = listLines(presets)
  const press = (index: number) =>
    form.current?.querySelectorAll<HTMLElement>('.reason')[index]?.click()
  useHotkeys(Object.fromEntries(KEYS.map((key, index) => [key, () => press(index)])), {
    escape: onCancel,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (other?.trim()) onReason(other.trim(), minutes === '' ? null : Number(minutes))
  }

  return (
    <form
      ref={form}
      className="reasons"
      aria-label="Requeue reason"
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
    >
      {other === null &&
        lines.map(({ reason, minutes }, index) => (
          <button
            key={`${reason} ${minutes}`}
            type="button"
            className="reason medium"
            // biome-ignore lint/a11y/noAutofocus: the keyboard chooses here
            autoFocus={index === 0}
            onClick={() => (isTyped(reason, minutes) ? setOther('') : onReason(reason, minutes))}
          >
            {KEYS[index] && <kbd aria-hidden>{KEYS[index]}</kbd>} {reason}{' '}
            <span className="push soft fine">{formatThen(reason, minutes)}</span>
          </button>
        ))}
      {other !== null && (
        <>
          <input
            className="input"
            aria-label="Other reason"
            placeholder="Reason"
            value={other}
            // biome-ignore lint/a11y/noAutofocus: Others needs a typed reason
            autoFocus
            onChange={event => setOther(cutText(event.target.value, REQUEUE_REASON_MAX))}
          />
          <label className="reasons__minutes line small">
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
          <div className="reasons__actions line">
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" disabled={other.trim() === ''}>
              Requeue
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

type Line = { reason: string; minutes: number | null }

/** Uses a reason's first preset as its time, and lists further presets as separate lines. */
function listLines(presets: HoldPreset[]): Line[] {
  const firsts = REQUEUE_REASONS.map(reason =>
    presets.find(preset => reason !== 'Others' && isFoldedAlike(preset.reason, reason)),
  )
  return [
    ...REQUEUE_REASONS.map((reason, index) => firsts[index] ?? { reason, minutes: null }),
    ...presets.filter(preset => !firsts.includes(preset)),
  ]
}

function formatThen(reason: string, minutes: number | null) {
  if (minutes !== null) return `${minutes} min`
  return isTyped(reason, minutes) ? 'enter a reason' : 'Away'
}

function isTyped(reason: string, minutes: number | null) {
  return reason === 'Others' && minutes === null
}
