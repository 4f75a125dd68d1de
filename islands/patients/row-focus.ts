import type { Patient } from '#domain/patients/patient'

const findRow = ({ id }: Patient) => document.querySelector(`[data-patient="${id}"]`)

/** After a search: Enter once more does what is next for this patient. */
export function focusFirstAction(patient: Patient | null) {
  if (!patient) return
  const row = findRow(patient)
  const call = row?.querySelector<HTMLElement>(
    '[data-action^=Call]:not(:disabled, [aria-disabled])',
  )
  // In another room nothing is done by pressing Enter again.
  const button = call ?? row?.querySelector<HTMLElement>('.journey-toggle')
  button?.focus()
}

/** For a reason that must be typed. */
export function openRequeue(patient: Patient) {
  const button = findRow(patient)?.querySelector<HTMLElement>('[data-action=Requeue]')
  button?.scrollIntoView({ block: 'center' })
  if (button?.getAttribute('aria-expanded') === 'false') button.click()
}
