import { type MouseEvent, useEffect, useRef } from 'react'

type Area = number | 'bar'

/** Where a button was last pressed by keyboard; null after a press by mouse. */
let pressedArea: Area | null = null

/**
 * Keeps the focus in a desk's bar, or on a patient's card, whose buttons each step replaces. A card
 * may have moved to another list meanwhile, so it is known by the patient's id.
 */
export function useFocusRestore<E extends HTMLElement>(area: Area, isBusy: boolean) {
  const ref = useRef<E>(null)

  useEffect(() => {
    // A busy button cannot take the focus.
    if (isBusy || pressedArea !== area) return
    pressedArea = null
    const { activeElement } = document
    // Focus that was moved elsewhere meanwhile must stay there.
    const isLost = activeElement === document.body || activeElement?.matches(':disabled')
    if (isLost) ref.current?.querySelector<HTMLElement>('.button--primary:enabled')?.focus()
  })

  return {
    ref,
    /** `detail` is 0 for a press by keyboard. */
    onClickCapture: (event: MouseEvent) => {
      pressedArea = event.detail === 0 ? area : null
    },
  }
}
