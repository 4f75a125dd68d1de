import { useEffect, useRef } from 'react'
import { Button } from '../ui/buttons/Button.tsx'

type Props = {
  username: string
  problem: string | null
  isStarting: boolean
  onStart(): void
  onCancel(): void
}

/** Browsers allow sound and fullscreen only after a gesture, also on a TV signed in by phone. */
export function TvReadyDialog({ username, problem, isStarting, onStart, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // A reload must not ask again.
    history.replaceState(null, '', '/')
    dialog.current?.showModal()
    // A dialog gives its first button the focus: OK on the remote would cancel.
    startButton.current?.focus()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="tv-ready"
      onCancel={event => {
        // Another page follows, and nothing is behind this dialog.
        event.preventDefault()
        onCancel()
      }}
      // Browsers close it at the second Escape, whatever the page wants.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="tv-ready" className="dialog__title">
        TV Display Ready
      </h2>
      <div className="stack stack--tight">
        <p>
          Start the display in fullscreen with sound. This screen then shows calls and nothing else,
          and stays signed in for 30 days.
        </p>
        <p className="soft">
          Cancel opens the staff screens here, signed in as <strong>{username}</strong>.
        </p>
        <p role="status" className={problem ? 'status-line tone--warning' : 'visually-hidden'}>
          {problem}
        </p>
      </div>
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" ref={startButton} aria-busy={isStarting} onClick={onStart}>
          {isStarting && <span className="spinner" aria-hidden />}
          Start TV Display
        </Button>
      </div>
    </dialog>
  )
}
