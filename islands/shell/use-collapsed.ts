import { useEffect, useEffectEvent, useState } from 'react'
import { SIDEBAR_COOKIE } from '#domain/pages'

/** Where the menu is a sheet over the page. */
export const PHONE_QUERY = '(width < 768px), (width < 960px) and (height < 480px)'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

export function useCollapsed(initial: boolean, toggleSheet: () => void) {
  const [isCollapsed, setCollapsed] = useState(initial)

  function toggle() {
    const state = isCollapsed ? 'expanded' : 'collapsed'
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
    document.cookie = `${SIDEBAR_COOKIE}=${state}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`
    setCollapsed(!isCollapsed)
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

  return [isCollapsed, toggle] as const
}
