import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { announce } from '../../data/toasts.ts'
import { describeDisabled } from '../tooltips/describe.ts'
import '../buttons/Button.css'

export type MenuItem = {
  label: string
  icon?: ReactNode
  disabledReason?: string | null
  confirmMs?: number
  href?: string
  isDownload?: boolean
  onSelect?(): void
}

type Props = {
  item: MenuItem
  isBusy?: boolean
  /** The button of the menu that shows the action. A row shows it without a menu. */
  anchor?: Element
  onSelect(): void
}

export function ActionControl({ item, isBusy = false, anchor, onSelect }: Props) {
  const { label, icon, disabledReason, confirmMs, href } = item
  const common = anchor
    ? { role: 'menuitem', tabIndex: -1, className: 'menu__item line medium' }
    : { className: 'button button--quiet' }
  if (href !== undefined) {
    return (
      <a {...common} href={href} download={item.isDownload} onClick={onSelect}>
        {icon}
        {label}
      </a>
    )
  }
  if (confirmMs !== undefined) {
    return <ConfirmButton {...{ item, isBusy, anchor, onSelect }} confirmMs={confirmMs} />
  }
  return (
    <button
      type="button"
      {...common}
      disabled={isBusy}
      {...describeDisabled(disabledReason)}
      onClick={() => !disabledReason && onSelect()}
    >
      {icon}
      {label}
    </button>
  )
}

function focusNeighbor(button: Element) {
  const row = button.closest('li')
  const listRows = () => [...document.querySelectorAll('main li')]
  const find = (item?: Element) => item?.querySelector<HTMLElement>('.button:enabled')
  const at = row ? listRows().indexOf(row) : 0
  // Waits a frame, because the step first removes the row. The next row may be in another list.
  requestAnimationFrame(() => {
    const rows = listRows().filter(item => item !== row)
    const neighbor = find(rows[at]) ?? find(rows[at - 1])
    neighbor?.focus()
  })
}

function ConfirmButton({
  item,
  isBusy,
  anchor,
  confirmMs,
  onSelect,
}: Props & { confirmMs: number }) {
  const { label, icon, disabledReason } = item
  const [isConfirming, setConfirming] = useState(false)

  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(setConfirming, confirmMs, false)
    return () => clearTimeout(timer)
  }, [isConfirming, confirmMs])

  function handleClick({ detail, currentTarget }: MouseEvent) {
    if (disabledReason) return
    if (!isConfirming) {
      setConfirming(true)
      return announce(`Press again to confirm ${label}`)
    }
    setConfirming(false)
    // After a press by keyboard the row disappears, so its neighbor gets the focus.
    if (detail === 0) focusNeighbor(anchor ?? currentTarget)
    onSelect()
  }

  const className = anchor ? 'menu__item line medium menu__item--danger' : 'button'
  return (
    <button
      type="button"
      role={anchor && 'menuitem'}
      tabIndex={anchor && -1}
      className={`${className} button--${isConfirming ? 'danger' : 'quiet'}`}
      disabled={isBusy}
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
