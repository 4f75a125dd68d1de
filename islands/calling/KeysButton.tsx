import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import type { Desk } from './KeysDialog.tsx'
import { useKeys } from './keys.ts'

const loadDialog = () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog)

/** Opens the list of a desk's keys, as ? does, with the switches of keys and sound. */
export function KeysButton({ desk }: { desk: Desk }) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = useOnDemand(loadDialog, {
    isWanted: isOpen,
    onFailure() {
      setOpen(false)
      toastError('Error', 'The list of keys could not be loaded. Please try again.')
    },
  })
  useKeys({}, { '?': () => setOpen(true) })

  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CircleHelp size={18} aria-hidden />
        Keys and sound
      </Button>
      {isOpen && Dialog && <Dialog desk={desk} onClose={() => setOpen(false)} />}
    </>
  )
}
