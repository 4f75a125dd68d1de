import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'

type Props = {
  label: string
  icon?: ReactNode
  /** How long the question stands before the button is harmless again. */
  revertsAfterMs: number
  /** Why it cannot be pressed: '' for a moment, a sentence for good, null when it can. */
  disabledBecause: string | null
  onConfirm(): void
}

/** Two presses: the first asks, the second does. */
export function ConfirmButton({ label, icon, revertsAfterMs, disabledBecause, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), revertsAfterMs)
    return () => clearTimeout(timer)
  }, [isAsking, revertsAfterMs])

  function press() {
    setAsking(!isAsking)
    if (isAsking) onConfirm()
  }

  return (
    <Button
      look={isAsking ? 'danger' : 'quiet'}
      className="confirm-button"
      disabled={disabledBecause !== null}
      title={disabledBecause || undefined}
      onClick={press}
      onBlur={() => setAsking(false)}
    >
      {icon}
      <span className="confirm-button__words" aria-live="polite">
        <span hidden={isAsking}>{label}</span>
        <span hidden={!isAsking}>Confirm</span>
      </span>
    </Button>
  )
}
