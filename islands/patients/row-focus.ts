import type { Patient } from '#domain/patients/patient'

const findRow = ({ id }: Patient) => document.querySelector(`[data-patient="${id}"]`)

/** Enter once more then does what is next for this patient. */
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

/** Opens the reasons, because one must be typed. */
export function openRequeue(patient: Patient) {
  findRow(patient)?.querySelector<HTMLElement>('[data-action=Requeue]')?.click()
}
