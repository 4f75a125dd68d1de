import { useCallback, useEffect, useState } from 'react'

export const SIDEBAR_COOKIE = 'sidebar_state'
/** There the sidebar is a sheet, which is open or closed. */
const PHONE = '(width < 768px)'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** Whether the sidebar is only icons: toggled by Ctrl or Cmd with B, kept in a cookie for a week. */
export function useCollapsed(first: boolean, toggleSheet: () => void) {
  const [isCollapsed, setCollapsed] = useState(first)

  const toggle = useCallback(() => {
    setCollapsed(before => {
      const state = before ? 'expanded' : 'collapsed'
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
      document.cookie = `${SIDEBAR_COOKIE}=${state}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`
      return !before
    })
  }, [])

  useEffect(() => {
    function shortcut(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (matchMedia(PHONE).matches) toggleSheet()
      else toggle()
    }
    addEventListener('keydown', shortcut)
    return () => removeEventListener('keydown', shortcut)
  }, [toggle, toggleSheet])

  return [isCollapsed, toggle] as const
}
