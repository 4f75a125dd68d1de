import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { announce } from '../../data/toasts.ts'
import { describeDisabled } from '../tooltips/describe.ts'
import './Button.css'

type Props = {
  label: string
  icon?: ReactNode
  timeoutMs?: number
  disabledReason?: string | null
  describedBy?: string
  role?: 'menuitem'
  className?: string
  anchor?: Element
  onConfirm(): void
}

/** Default time in which a second press confirms. */
const CONFIRM_MS = 5_000

function focusNeighbor(button: Element) {
  const row = button.closest('li')
  const listRows = () => [...document.querySelectorAll('main li')]
  const find = (item?: Element) => item?.querySelector<HTMLElement>('.button:enabled')
  const at = row ? listRows().indexOf(row) : 0
  // By the next frame, the following row may have moved to another list.
  requestAnimationFrame(() => {
    const rows = listRows().filter(item => item !== row)
    const neighbor = find(rows[at]) ?? find(rows[at - 1])
    neighbor?.focus()
  })
}

export function ConfirmButton(props: Props) {
  const { label, icon, timeoutMs = CONFIRM_MS, disabledReason, describedBy, role } = props
  const [isConfirming, setConfirming] = useState(false)

  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(setConfirming, timeoutMs, false)
    return () => clearTimeout(timer)
  }, [isConfirming, timeoutMs])

  function handleClick({ detail, currentTarget }: MouseEvent) {
    if (disabledReason) return
    if (!isConfirming) {
      setConfirming(true)
      return announce(`Press again to confirm ${label}`)
    }
    setConfirming(false)
    // After a press by keyboard the row disappears, so its neighbor gets the focus.
    if (detail === 0) focusNeighbor(props.anchor ?? currentTarget)
    props.onConfirm()
  }

  return (
    <button
      type="button"
      role={role}
      tabIndex={role && -1}
      className={`${props.className ?? 'button'} button--${isConfirming ? 'danger' : 'quiet'}`}
      disabled={disabledReason === ''}
      aria-describedby={disabledReason ? undefined : describedBy}
      {...describeDisabled(disabledReason)}
      onClick={handleClick}
      onBlur={() => setConfirming(false)}
    >
      {icon}
      <span className="confirm-button__text">
        <span hidden={isConfirming}>{label}</span>
        <span hidden={!isConfirming}>Confirm</span>
      </span>
    </button>
  )
}
