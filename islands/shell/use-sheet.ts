import { useEffect, useRef, useState } from 'react'
import { PHONE_QUERY } from './use-collapsed.ts'

export function useSheet() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const page = document.getElementById('main')
    const openerButton = opener.current
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    const phone = matchMedia(PHONE_QUERY)
    page?.setAttribute('inert', '')
    const currentLink = panel.current?.querySelector<HTMLElement>('[aria-current]')
    const firstLink = panel.current?.querySelector<HTMLElement>('a')
    ;(currentLink ?? firstLink)?.focus()
    addEventListener('keydown', onEscape)
    // Closes the sheet if the screen is rotated or widened beyond a phone's.
    phone.onchange = () => setOpen(phone.matches)
    return () => {
      page?.removeAttribute('inert')
      removeEventListener('keydown', onEscape)
      phone.onchange = null
      openerButton?.focus()
    }
  }, [isOpen])

  return { isOpen, toggle: () => setOpen(!isOpen), opener, panel }
}
