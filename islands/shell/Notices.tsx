import { useSignals } from '@preact/signals-react/runtime'
import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isConnected } from '../data/live-state.ts'
import { isStorageLasting } from '../data/storage.ts'
import {
  ACTION_TOAST_DURATION_MS,
  announcement,
  dismissAllToasts,
  dismissToast,
  showPendingToast,
  TOAST_DURATION_MS,
  TOASTS_HOTKEY,
  type Toast,
  toast,
  toastLines,
} from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import './Notices.css'

export default function Notices() {
  useSignals()
  const region = useRef<HTMLElement>(null)
  const lines = toastLines.value
  const isTall = lines.length > 1 || lines.some(isSentence)
  useLayoutEffect(() => {
    document.body.dataset.toast = isTall ? 'tall' : ''
  }, [isTall])
  // The server renders a connected screen, and hydration must match it.
  const [isHydrated, setHydrated] = useState(false)

  useEffect(() => {
    setHydrated(true)
    region.current?.showPopover?.()
    showPendingToast()
    explainMissingStorage()
  }, [])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => event.key === TOASTS_HOTKEY && region.current?.focus()
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  /** Shows the toasts again above a dialog that was opened after them. */
  function raiseAboveDialog() {
    if (!document.querySelector('dialog[open]')) return
    region.current?.hidePopover?.()
    region.current?.showPopover?.()
  }

  return (
    <>
      {isHydrated && !isConnected.value && (
        <p className="offline-line centered medium tone--priority" role="status">
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
        <div aria-live="polite" aria-relevant="additions">
          {lines.length > 0 && <ToastCard lines={lines} onShow={raiseAboveDialog} />}
        </div>
      </section>
    </>
  )
}

/** Longest title, in characters, that fits on one line. */
const MAX_SHORT = 60

function isSentence({ kind, title }: Toast) {
  return kind === 'destructive' || title.length > MAX_SHORT
}

type CardProps = { lines: Toast[]; onShow(): void }

function ToastCard({ lines, onShow }: CardProps) {
  const [isHeld, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const action = lines.find(line => line.action)
  const kind = lines.some(line => line.kind === 'destructive') ? 'destructive' : 'plain'

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the toast while it is being read
    <div
      className={`toast toast--${kind} line medium`}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
      onClickCapture={release}
    >
      <div className="toast__lines grow">
        {lines.map(line => (
          <ToastLine key={line.id} line={line} isHeld={isHeld} onShow={onShow} />
        ))}
      </div>
      {action?.action && <ActionButton key={action.id} id={action.id} action={action.action} />}
      <button type="button" className="icon-button" aria-label="Close" onClick={dismissAllToasts}>
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}

type LineProps = { line: Toast; isHeld: boolean; onShow(): void }

function ToastLine({ line: { id, title, text, kind, action }, isHeld, onShow }: LineProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per toast
  useEffect(onShow, [])
  useEffect(() => {
    if (isHeld) return
    const duration = action ? ACTION_TOAST_DURATION_MS : TOAST_DURATION_MS
    const timer = setTimeout(dismissToast, duration, id)
    return () => clearTimeout(timer)
  }, [id, action, isHeld])

  const Icon = kind === 'destructive' ? CircleAlert : Check
  return (
    <div className={`toast__line line breakable toast__line--${kind}`} aria-atomic>
      <Icon className="toast__icon" size={18} aria-hidden />
      <p>
        <span className="toast__title strong">{title}</span>
        {text && <span className="toast__text">{text}</span>}
      </p>
    </div>
  )
}

function ActionButton({ id, action }: { id: number; action: NonNullable<Toast['action']> }) {
  return (
    <Button
      className="toast__action small"
      onClick={() => {
        dismissToast(id)
        action.run()
      }}
    >
      {action.label}
      {action.hotkey && <kbd aria-hidden>{action.hotkey}</kbd>}
    </Button>
  )
}

/** Session cookie that marks the notice as shown. Browsers without storage still keep cookies. */
const TOLD_COOKIE = 'no-storage-told'

const SENTENCE =
  'This browser stores nothing, so your theme, sound and unsent names are forgotten when you leave a page.'

function explainMissingStorage() {
  if (document.body.dataset.session !== 'in') return
  if (document.cookie.includes(TOLD_COOKIE) || isStorageLasting()) return
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
  document.cookie = `${TOLD_COOKIE}=1; path=/; SameSite=Lax`
  toast(SENTENCE, '', { label: 'OK', run() {} })
}
