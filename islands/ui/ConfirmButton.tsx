import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  icon?: ReactNode
  /** How long the question stands before the button is harmless again. */
  revertsAfterMs: number
  /** Why it cannot be pressed: '' for a moment, a sentence for good, null when it can. */
  disabledBecause: string | null
  /** The id of the words that say what this is about. */
  describedBy?: string
  onConfirm(): void
}

/** The second half of a double click is no answer to a question that was just asked. */
const MIN_CONFIRM_DELAY_MS = 300

function focusNeighbour(button: Element) {
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  requestAnimationFrame(() => beside?.querySelector<HTMLElement>('button:enabled')?.focus())
}

/** Two presses: the first asks, the second does. */
export function ConfirmButton(props: Props) {
  const { label, icon, revertsAfterMs, disabledBecause, describedBy, onConfirm } = props
  const [isAsking, setAsking] = useState(false)
  const askedAt = useRef(0)

  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), revertsAfterMs)
    return () => clearTimeout(timer)
  }, [isAsking, revertsAfterMs])

  function press({ timeStamp, detail, currentTarget }: MouseEvent) {
    setAsking(true)
    if (!isAsking) askedAt.current = timeStamp
    if (!isAsking || timeStamp - askedAt.current < MIN_CONFIRM_DELAY_MS) return
    setAsking(false)
    // Pressed by keyboard: the row goes away, the focus to the one beside it.
    if (detail === 0) focusNeighbour(currentTarget)
    onConfirm()
  }

  return (
    <button
      type="button"
      className={`button button--${isAsking ? 'danger' : 'quiet'} confirm-button`}
      disabled={disabledBecause !== null}
      title={disabledBecause || undefined}
      aria-describedby={describedBy}
      onClick={press}
      // A key that is held down asks once and answers nothing.
      onKeyDown={event => event.repeat && event.preventDefault()}
      onBlur={() => setAsking(false)}
    >
      {icon}
      <span className="confirm-button__words" aria-live="polite">
        <span hidden={isAsking}>{label}</span>
        <span hidden={!isAsking}>Confirm</span>
      </span>
    </button>
  )
}
