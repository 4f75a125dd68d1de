import { useCallback, useEffect, useRef, useState } from 'react'

/** The menu on a phone: a modal sheet that returns the focus when it closes. */
export function useSheet() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const toggle = useCallback(() => setOpen(wasOpen => !wasOpen), [])

  useEffect(() => {
    if (!isOpen) return
    const page = document.getElementById('main')
    const openerButton = opener.current
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    page?.setAttribute('inert', '')
    const currentLink = panel.current?.querySelector<HTMLElement>('[aria-current]')
    const firstLink = panel.current?.querySelector<HTMLElement>('a')
    ;(currentLink ?? firstLink)?.focus()
    addEventListener('keydown', onEscape)
    return () => {
      page?.removeAttribute('inert')
      removeEventListener('keydown', onEscape)
      openerButton?.focus()
    }
  }, [isOpen])

  return { isOpen, toggle, opener, panel }
}
