import { type ReactNode, useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useHotkeys } from './hotkeys.ts'
import type { DeskName } from './KeysDialog.tsx'
import './DeskHeader.css'

const loadDialog = () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog)

type Props = {
  title: string
  desk: DeskName
  /** Stands between the title and the buttons. */
  children?: ReactNode
  /** Stands after the buttons. */
  last?: ReactNode
  onRefresh(): void
}

/**
 * Holds Refresh, and the list of the desk's hotkeys with the switches of keys and sound, which ?
 * opens too.
 */
export function DeskHeader({ title, desk, children, last, onRefresh }: Props) {
  const [isOpen, setOpen] = useState(false)
  /** On a phone the tools are behind a button. */
  const [hasTools, setTools] = useState(false)
  const Dialog = useOnDemand(loadDialog, {
    isWanted: isOpen,
    onFailure() {
      setOpen(false)
      toastError('Error', 'The list of keys could not be loaded. Please try again.')
    },
  })
  useHotkeys({}, { '?': () => setOpen(true) })

  return (
    <header className="desk-header" data-tools={hasTools}>
      <h1 className="desk-header__title">{title}</h1>
      <Button
        className="desk-header__more"
        aria-expanded={hasTools}
        onClick={() => setTools(!hasTools)}
      >
        Tools
      </Button>
      {children}
      <div className="desk-header__actions">
        <Button variant="quiet" onClick={onRefresh}>
          Refresh
        </Button>
        <Button variant="quiet" aria-label="Keys and sound" onClick={() => setOpen(true)}>
          Keys <kbd aria-hidden>?</kbd>
        </Button>
        {last}
      </div>
      {isOpen && Dialog && <Dialog desk={desk} onClose={() => setOpen(false)} />}
    </header>
  )
}
