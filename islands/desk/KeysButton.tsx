import { useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { useHotkeys } from './hotkeys.ts'
import type { ScreenWithKeys } from './KeysDialog.tsx'

const KeysDialog = onDemand(
  () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog),
  'The list of keys could not be loaded. Please try again.',
)

export function KeysButton({ screen, label }: { screen: ScreenWithKeys; label: string }) {
  const [isOpen, setOpen] = useState(false)
  useHotkeys({}, { '?': () => setOpen(true) })

  return (
    <>
      <Button variant="quiet" aria-label={label} onClick={() => setOpen(true)}>
        Keys <kbd aria-hidden>?</kbd>
      </Button>
      {isOpen && <KeysDialog screen={screen} title={label} onClose={() => setOpen(false)} />}
    </>
  )
}
