import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'dialog'>, 'onCancel'> & {
  /** True while a request is sent. Escape then does not close the dialog. */
  isBusy?: boolean
  focused?: RefObject<HTMLElement | null>
  /** The caller must unmount the dialog at once, so that a press does not wait for `close`. */
  onClose(): void
}

export function Dialog({ isBusy = false, focused, className = '', onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  // Closes before it unmounts, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    focused?.current?.focus()
    return () => element?.close()
  }, [focused])

  return (
    <dialog
      {...rest}
      ref={dialog}
      className={`dialog ${className}`}
      onCancel={event => {
        // Ignores `cancel` events that bubble up from a file input.
        if (event.target !== event.currentTarget) return
        if (isBusy) event.preventDefault()
        else onClose()
      }}
      // Browsers close a dialog at the second Escape, even if the page prevents it.
      onClose={onClose}
    />
  )
}
