import { useEffect, useRef } from 'react'

let followedPatientId: number | null = null

/** Called by a step that was taken by keyboard: its card is about to appear in another list. */
export function restoreFocusTo(patientId: number) {
  followedPatientId = patientId
}

/** Gives a card that moved the focus back that it had, on the button of its next step. */
export function useFocusRestore(patientId: number, isBusy: boolean) {
  const card = useRef<HTMLLIElement>(null)

  useEffect(() => {
    // A button that is still busy takes no focus; and who went elsewhere meanwhile stays there.
    if (isBusy || followedPatientId !== patientId || document.activeElement !== document.body)
      return
    followedPatientId = null
    card.current?.querySelector<HTMLElement>('.button--primary')?.focus()
  }, [patientId, isBusy])

  return card
}
