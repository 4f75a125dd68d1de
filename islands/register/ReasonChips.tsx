import { Check } from 'lucide-react'
import type { MouseEvent } from 'react'
import { hasReason, PRIORITY_REASONS, toggleReason } from '#domain/patients/registration'

type Props = { reason: string; onChange(reason: string): void }

/** Chips of reasons. A press focuses the field, so that Enter registers and more can be typed. */
export function ReasonChips({ reason, onChange }: Props) {
  function toggle({ currentTarget }: MouseEvent, toggled: string | null) {
    if (toggled !== null) onChange(toggled)
    currentTarget.closest('form')?.querySelector('textarea')?.focus()
  }

  return (
    <fieldset className="reason-chips" aria-label="Frequent reasons">
      {PRIORITY_REASONS.map(word => {
        const isOn = hasReason(reason, word)
        const toggled = toggleReason(reason, word)
        return (
          <button
            key={word}
            type="button"
            className="reason-chip"
            aria-pressed={isOn}
            aria-disabled={toggled === null}
            onClick={event => toggle(event, toggled)}
          >
            {isOn && <Check size={14} aria-hidden />}
            {word}
          </button>
        )
      })}
    </fieldset>
  )
}
