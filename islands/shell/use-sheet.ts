import { useCallback, useEffect, useRef, useState } from 'react'

/** The menu on a phone: slides over the page, keeps the keyboard inside, and gives the focus back. */
export function useSheet() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const toggle = useCallback(() => setOpen(before => !before), [])

  useEffect(() => {
    if (!isOpen) return
    const page = document.getElementById('main')
    const back = opener.current
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    page?.setAttribute('inert', '')
    const here = panel.current?.querySelector<HTMLElement>('[aria-current]')
    const first = panel.current?.querySelector<HTMLElement>('a')
    ;(here ?? first)?.focus()
    addEventListener('keydown', onEscape)
    return () => {
      page?.removeAttribute('inert')
      removeEventListener('keydown', onEscape)
      back?.focus()
    }
  }, [isOpen])

  return { isOpen, toggle, opener, panel }
}
