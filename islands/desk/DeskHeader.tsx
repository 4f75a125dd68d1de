import { CircleHelp, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useHotkeys } from './hotkeys.ts'
import type { DeskName } from './KeysDialog.tsx'

const loadDialog = () => import('./KeysDialog.tsx').then(loaded => loaded.KeysDialog)

type Props = {
  title: string
  desk: DeskName
  /** Stands before the buttons. */
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
  const Dialog = useOnDemand(loadDialog, {
    isWanted: isOpen,
    onFailure() {
      setOpen(false)
      toastError('Error', 'The list of keys could not be loaded. Please try again.')
    },
  })
  useHotkeys({}, { '?': () => setOpen(true) })

  return (
    <PageHeader title={title}>
      {children}
      <Button onClick={onRefresh}>
        <RefreshCw size={18} aria-hidden />
        Refresh
      </Button>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CircleHelp size={18} aria-hidden />
        Keys and sound
      </Button>
      {isOpen && Dialog && <Dialog desk={desk} onClose={() => setOpen(false)} />}
      {last}
    </PageHeader>
  )
}
