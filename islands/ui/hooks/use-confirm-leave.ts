import { useEffect } from 'react'

/** Lets the browser ask before leaving, because every screen is a separate page. */
export function useConfirmLeave(hasUnsaved: boolean) {
  useEffect(() => {
    if (!hasUnsaved) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeave)
    return () => removeEventListener('beforeunload', confirmLeave)
  }, [hasUnsaved])
}
