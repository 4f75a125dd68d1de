import { useEffect } from 'react'

/** The browser asks before leaving, because every screen is a page of its own. */
export function useConfirmLeave(hasUnsaved: boolean) {
  useEffect(() => {
    if (!hasUnsaved) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [hasUnsaved])
}
