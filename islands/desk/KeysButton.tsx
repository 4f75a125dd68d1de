import { useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'
import { useHotkeys } from '../ui/keyboard/hotkeys.ts'
import { onDemand } from '../ui/on-demand.ts'
import type { ScreenWithKeys } from './KeysDialog.tsx'

const KeysDialog = onDemand(
  () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog),
  'The list of keys could not be loaded. Please try again.',
)

/** A question mark also opens the dialog. */
export function useKeysDialog(screen: ScreenWithKeys, title: string) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useHotkeys({}, { '?': open })
  const dialog = isOpen && <KeysDialog {...{ screen, title }} onClose={() => setOpen(false)} />
  return { open, dialog }
}

export function KeysButton({ screen, label }: { screen: ScreenWithKeys; label: string }) {
  const { open, dialog } = useKeysDialog(screen, label)
  return (
    <>
      <Button variant="quiet" aria-label={label} onClick={open}>
        Keys <kbd aria-hidden>?</kbd>
      </Button>
      {dialog}
    </>
  )
}
