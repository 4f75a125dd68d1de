import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

type Props = { onStart(): void; onCancel(): void }

/** A TV that was signed in by phone needs one press: browsers let nothing sound or fill the screen before. */
export function TvReadyDialog({ onStart, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    // The address is the Dashboard's again: a reload does not ask once more.
    history.replaceState(null, '', '/')
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="tv-ready" onCancel={onCancel}>
      <h2 id="tv-ready" className="dialog__title">
        TV Display Ready
      </h2>
      <p>Start the display to fill this screen and to hear the calls.</p>
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" autoFocus onClick={onStart}>
          Start TV Display
        </Button>
      </div>
    </dialog>
  )
}
