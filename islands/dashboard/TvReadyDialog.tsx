import { useEffect, useRef } from 'react'
import { Button } from '../ui/buttons/Button.tsx'

type Props = { onStart(): void; onCancel(): void }

/** Browsers allow sound and fullscreen only after a gesture, also on a TV signed in by phone. */
export function TvReadyDialog({ onStart, onCancel }: Props) {
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
    <dialog ref={dialog} className="dialog" aria-labelledby="tv-ready" onCancel={onCancel}>
      <h2 id="tv-ready" className="dialog__title">
        TV Display Ready
      </h2>
      <p>Start the display in fullscreen with sound.</p>
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" ref={startButton} onClick={onStart}>
          Start TV Display
        </Button>
      </div>
    </dialog>
  )
}
