import { type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../Dialog.tsx'
import './ConfirmDialog.css'

export type Question = {
  /** Names the object: 'Delete user counter2?' */
  title: string
  about?: ReactNode
  losses?: string[]
  /** Hides "This cannot be undone." */
  canBeUndone?: boolean
  /** Verb and object: 'Delete user' */
  action: string
  Icon?: LucideIcon
  onConfirm(): void
}

export function useConfirm() {
  const [question, ask] = useState<Question | null>(null)
  const dialog = question && <ConfirmDialog {...question} onClose={() => ask(null)} />
  return [dialog, ask] as const
}

type Props = Question & { onClose(): void }

/** The focus starts on Cancel, so that Enter deletes nothing. */
export function ConfirmDialog({ title, about, losses = [], canBeUndone = false, ...props }: Props) {
  const { action, Icon = Trash2, onConfirm, onClose } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const id = useId()

  return (
    <Dialog
      focused={cancel}
      className="confirm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <span className="confirm__icon centered">
        <Icon size={18} aria-hidden />
      </span>
      <h2 className="confirm__title dialog__title breakable" id={`${id}-title`}>
        {title}
      </h2>
      <div className="confirm__text soft stack stack--medium" id={`${id}-text`}>
        {about && <p>{about}</p>}
        {losses.length > 0 && (
          <ul className="confirm__losses inset">
            {losses.map(loss => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        )}
        {!canBeUndone && (
          <p>
            <strong>This cannot be undone.</strong>
          </p>
        )}
      </div>
      <div className="dialog__actions">
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            // Closes first, because `onConfirm` may move the focus, which an open dialog keeps.
            flushSync(onClose)
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
