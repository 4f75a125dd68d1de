import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '../data/toasts.ts'
import './Button.css'
import './ConfirmButton.css'

type Props = {
  label: string
  icon?: ReactNode
  timeoutMs: number
  /** '' disables it without a reason, for example while busy. */
  disabledReason: string | null
  describedBy?: string
  onConfirm(): void
}

/** Ignores the second click of a double click. */
const MIN_CONFIRM_DELAY_MS = 300

function focusNeighbor(button: Element) {
  const row = button.closest('li')
  const find = (item?: Element | null) => item?.querySelector<HTMLElement>('button:enabled')
  const neighbor = find(row?.nextElementSibling) ?? find(row?.previousElementSibling)
  requestAnimationFrame(() => neighbor?.focus())
}

/** A button that must be pressed twice. */
export function ConfirmButton(props: Props) {
  const { label, icon, timeoutMs, disabledReason, describedBy, onConfirm } = props
  const [isConfirming, setConfirming] = useState(false)
  const firstPressAt = useRef(0)

  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(() => setConfirming(false), timeoutMs)
    return () => clearTimeout(timer)
  }, [isConfirming, timeoutMs])

  function handleClick({ timeStamp, detail, currentTarget }: MouseEvent) {
    if (isConfirming && timeStamp - firstPressAt.current < MIN_CONFIRM_DELAY_MS) return
    setConfirming(!isConfirming)
    if (!isConfirming) {
      firstPressAt.current = timeStamp
      return announce(`Press again to confirm ${label}`)
    }
    // By keyboard: the row disappears, so its neighbor gets the focus.
    if (detail === 0) focusNeighbor(currentTarget)
    onConfirm()
  }

  return (
    <button
      type="button"
      className={`button button--${isConfirming ? 'danger' : 'quiet'}`}
      disabled={disabledReason !== null}
      title={disabledReason || undefined}
      aria-describedby={describedBy}
      onClick={handleClick}
      // A held key must not confirm.
      onKeyDown={event => event.repeat && event.preventDefault()}
      onBlur={() => setConfirming(false)}
    >
      {icon}
      <span className="confirm-button__words">
        <span hidden={isConfirming}>{label}</span>
        <span hidden={!isConfirming}>Confirm</span>
      </span>
    </button>
  )
}
