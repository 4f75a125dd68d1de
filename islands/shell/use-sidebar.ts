import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { SIDEBAR_COOKIE, type SidebarState } from '#domain/pages'

export const PHONE_QUERY = '(width < 768px), (width < 960px) and (height < 480px)'
/** Screens on which the menu is collapsed by default. Must match layout.css. */
const NARROW_QUERY = '(width < 1200px)'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

export function useCollapsed(saved: SidebarState, toggleSheet: () => void) {
  const [state, setState] = useState(saved)
  const isNarrow = useSyncExternalStore(onNarrow, isNarrowNow, () => false)
  const isCollapsed = state === 'auto' ? isNarrow : state === 'collapsed'

  useLayoutEffect(() => {
    document.body.dataset.sidebar = state
  }, [state])

  function toggle() {
    const next = isCollapsed ? 'expanded' : 'collapsed'
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
    document.cookie = `${SIDEBAR_COOKIE}=${next}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`
    setState(next)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (matchMedia(PHONE_QUERY).matches) toggleSheet()
    else toggle()
  })

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return { isCollapsed, toggle }
}

function isNarrowNow() {
  return matchMedia(NARROW_QUERY).matches
}

function onNarrow(handler: () => void) {
  const query = matchMedia(NARROW_QUERY)
  query.addEventListener('change', handler)
  return () => query.removeEventListener('change', handler)
}

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
