import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'dialog'>, 'onCancel'> & {
  /** What is being sent is not closed by Escape. */
  isBusy?: boolean
  /** Where the focus starts; else on the first control. */
  focused?: RefObject<HTMLElement | null>
  /** Whoever shows it takes it away at once: no press waits for the browser's `close`. */
  onClose(): void
}

/** Open as long as it is mounted. */
export function Dialog({ isBusy = false, focused, className = '', onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  // Closed before it unmounts, so that the browser returns the focus.
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
        // Of a file chooser inside, too.
        if (event.target !== event.currentTarget) return
        if (isBusy) event.preventDefault()
        else onClose()
      }}
      // Browsers close it at the second Escape, whatever the page wants.
      onClose={onClose}
    />
  )
}
