import { type MouseEvent, useEffect, useRef } from 'react'
import type { Patient } from '#domain/patients/patient'

/** A patient's id, or the card of the desk's own room. */
type Area = number | 'room'

/** Area where a button was last pressed by keyboard, or null after a press by mouse. */
let pressedArea: Area | null = null

/** Restores the focus to a patient or a desk's room after a step has replaced the buttons. */
export function useFocusRestore<E extends HTMLElement>(areas: Area[], isBusy: boolean) {
  const ref = useRef<E>(null)

  useEffect(() => {
    // A busy button cannot take the focus.
    if (isBusy || pressedArea === null || !areas.includes(pressedArea)) return
    pressedArea = null
    const { activeElement } = document
    // If the user has moved the focus elsewhere, it must stay there.
    const isLost = activeElement === document.body || activeElement?.matches(':disabled')
    if (!isLost) return
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const target = find('.button--primary:enabled') ?? find('[data-action]:enabled')
    target?.focus()
  })

  return {
    ref,
    /** `detail` is 0 for a press by keyboard. */
    onClickCapture: (event: MouseEvent) => {
      pressedArea = (event.detail === 0 && areas[0]) || null
    },
  }
}

const findRow = ({ id }: Patient) => document.querySelector(`[data-patient="${id}"]`)

/** Focuses the patient's next step, so that a second Enter runs it. */
export function focusFirstAction(patient: Patient | null) {
  if (!patient) return
  const row = findRow(patient)
  const call = row?.querySelector<HTMLElement>(
    '[data-action^=Call]:not(:disabled, [aria-disabled])',
  )
  // Pressing Enter again must not act on a patient in another room.
  const button = call ?? row?.querySelector<HTMLElement>('.patient-name__toggle')
  button?.focus()
}
