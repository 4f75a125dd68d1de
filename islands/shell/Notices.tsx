import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isConnected } from '../data/live-state.ts'
import {
  ACTION_TOAST_DURATION_MS,
  announcement,
  currentToast,
  dismissToast,
  showPendingToast,
  TOAST_DURATION_MS,
  TOASTS_HOTKEY,
  type Toast,
} from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import './Notices.css'

export default function Notices() {
  useSignals()
  const region = useRef<HTMLElement>(null)
  const shown = currentToast.value
  // The server renders a connected screen, and hydration must match it.
  const [isHydrated, setHydrated] = useState(false)

  useEffect(() => {
    setHydrated(true)
    region.current?.showPopover?.()
    showPendingToast()
  }, [])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => event.key === TOASTS_HOTKEY && region.current?.focus()
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  /** A dialog opened since then covers everything below the top layer. */
  function raiseAboveDialog() {
    if (!document.querySelector('dialog[open]')) return
    region.current?.hidePopover?.()
    region.current?.showPopover?.()
  }

  return (
    <>
      {isHydrated && !isConnected.value && (
        <p className="offline-line" role="status">
          This list may be out of date. Reconnecting…
        </p>
      )}
      <section
        ref={region}
        className="toasts"
        popover="manual"
        aria-label="Notifications (F8)"
        tabIndex={-1}
      >
        <p className="visually-hidden" role="status">
          <span key={announcement.value.id}>{announcement.value.text}</span>
        </p>
        <div aria-live="polite" aria-atomic="true">
          {shown && <ToastCard key={shown.id} toast={shown} onShow={raiseAboveDialog} />}
        </div>
      </section>
    </>
  )
}

type CardProps = { toast: Toast; onShow(): void }

function ToastCard({ toast: { title, text, kind, action }, onShow }: CardProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  const start = () => {
    stop()
    timer.current = setTimeout(dismissToast, action ? ACTION_TOAST_DURATION_MS : TOAST_DURATION_MS)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per toast
  useEffect(() => {
    onShow()
    start()
    return stop
  }, [])

  const Icon = kind === 'destructive' ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the toast while it is being read
    <div
      className={`toast toast--${kind}`}
      onMouseEnter={stop}
      onMouseLeave={start}
      onFocus={stop}
      onBlur={start}
    >
      <Icon className="toast__icon" size={20} aria-hidden />
      <div className="toast__text">
        <p className="toast__title">{title}</p>
        {text && <p className="soft">{text}</p>}
      </div>
      {action && (
        <Button
          onClick={() => {
            dismissToast()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className="icon-button" aria-label="Close" onClick={dismissToast}>
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}
