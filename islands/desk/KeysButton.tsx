import { useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useHotkeys } from './hotkeys.ts'
import type { ScreenWithKeys } from './KeysDialog.tsx'

const loadDialog = () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog)

export function KeysButton({ screen, label }: { screen: ScreenWithKeys; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand(loadDialog, {
    isWanted: isOpen,
    onFailure() {
      setOpen(false)
      toastError('Error', 'The list of keys could not be loaded. Please try again.')
    },
  })
  useHotkeys({}, { '?': () => setOpen(true) })

  return (
    <>
      <Button variant="quiet" aria-label={label} onClick={() => setOpen(true)}>
        Keys <kbd aria-hidden>?</kbd>
      </Button>
      {isOpen && Dialog && <Dialog screen={screen} title={label} onClose={() => setOpen(false)} />}
    </>
  )
}
