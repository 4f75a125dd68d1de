import { useCallback, useEffect, useState } from 'react'

export const SIDEBAR_COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** Whether the sidebar is only icons: toggled by Ctrl or Cmd with B, kept in a cookie for a week. */
export function useCollapsed(first: boolean) {
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
      toggle()
    }
    addEventListener('keydown', shortcut)
    return () => removeEventListener('keydown', shortcut)
  }, [toggle])

  return [isCollapsed, toggle] as const
}
