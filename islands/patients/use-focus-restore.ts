import { useEffect, useRef } from 'react'

let focusPatientId: number | null = null

/** For an action by keyboard, whose card moves to another list. */
export function restoreFocusTo(patientId: number) {
  focusPatientId = patientId
}

/** Focuses the primary button of a card that has moved. */
export function useFocusRestore(patientId: number, isBusy: boolean) {
  const card = useRef<HTMLLIElement>(null)

  useEffect(() => {
    // A busy button cannot take the focus, and focus moved elsewhere meanwhile must stay there.
    if (isBusy || focusPatientId !== patientId || document.activeElement !== document.body) return
    focusPatientId = null
    card.current?.querySelector<HTMLElement>('.button--primary')?.focus()
  }, [patientId, isBusy])

  return card
}
