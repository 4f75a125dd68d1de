import { type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import './ConfirmDialog.css'

export type Question = {
  /** Names the object: 'Delete user counter2?' */
  title: string
  /** What happens, in a sentence or two. */
  about?: ReactNode
  /** What is lost, in numbers. */
  losses?: string[]
  /** Where it can be undone later. */
  canBeUndone?: boolean
  /** Verb and object: 'Delete user' */
  action: string
  Icon?: LucideIcon
  onConfirm(): void
}

/** The dialog to render, if one is open, and a function that asks. */
export function useConfirm() {
  const [question, ask] = useState<Question | null>(null)
  // The browser tells of a closed dialog a moment later, when the next one may be open.
  const close = () => ask(current => (current === question ? null : current))
  const dialog = question && <ConfirmDialog {...question} onClose={close} />
  return [dialog, ask] as const
}

type Props = Question & { onClose(): void }

/** The focus starts on Cancel, so that Enter deletes nothing. */
export function ConfirmDialog({ title, about, losses = [], canBeUndone = false, ...props }: Props) {
  const { action, Icon = Trash2, onConfirm, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    dialog.current?.showModal()
    cancel.current?.focus()
  }, [])

  function close() {
    dialog.current?.close()
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      className="dialog confirm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <span className="confirm__icon">
        <Icon size={18} aria-hidden />
      </span>
      <h2 className="confirm__title" id={`${id}-title`}>
        {title}
      </h2>
      <div className="confirm__text" id={`${id}-text`}>
        {about && <p>{about}</p>}
        {losses.length > 0 && (
          <ul className="confirm__losses">
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
        <Button ref={cancel} onClick={close}>
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </dialog>
  )
}
