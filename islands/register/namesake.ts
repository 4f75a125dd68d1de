import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { toNameKey } from '#domain/patients/registration'

const WARNED_FOR_MS = 300

type Named = { name: string | null }

/** `patient` is null while the server does not have them yet. */
export type Namesake = { key: string; patient: Patient | null; isWarned: boolean }

type Options = { name(): string; patients(): Patient[]; pending: ReadonlySignal<Named[]> }

/** Finds who was registered with the typed name today. */
export function createNamesakes({ name, patients, pending }: Options) {
  const warned = signal<{ key: string; at: number } | null>(null)

  const found = computed((): Namesake | null => {
    const key = toNameKey(name())
    if (key === null) return null
    const isSame = (other: Named) => toNameKey(other.name) === key
    const patient = patients().findLast(isSame) ?? null
    const isFound = patient !== null || pending.value.some(isSame)
    return isFound ? { key, patient, isWarned: warned.value?.key === key } : null
  })

  /** True for the first Enter, and for a quick second one, which has not read the warning. */
  function mustWarn() {
    const { value: namesake } = found
    const now = performance.now()
    if (namesake && !namesake.isWarned) warned.value = { key: namesake.key, at: now }
    const mustRead = namesake !== null && now - (warned.value?.at ?? now) < WARNED_FOR_MS
    if (!mustRead) warned.value = null
    return mustRead
  }

  return { found, mustWarn }
}
