import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { toNameKey } from '#domain/patients/registration'

const WARNED_FOR_MS = 300

type Named = { name: string | null }

/** `patient`: null until the server has registered them. `time`: time of an appointment. */
export type Namesake = {
  key: string
  patient: Patient | null
  time: string | null
  isWarned: boolean
}

type Options = {
  name(): string
  patients(): Patient[]
  pending: ReadonlySignal<Named[]>
  expected(): (Named & { time: string })[]
}

export function createNamesakes({ name, patients, pending, expected }: Options) {
  const warned = signal<{ key: string; at: number } | null>(null)

  const found = computed((): Namesake | null => {
    const key = toNameKey(name())
    if (key === null) return null
    const isSame = (other: Named) => toNameKey(other.name) === key
    const patient = patients().findLast(isSame) ?? null
    const isPending = pending.value.some(isSame)
    const time = patient || isPending ? null : (expected().find(isSame)?.time ?? null)
    const isFound = patient || isPending || time
    return isFound ? { key, patient, time, isWarned: warned.value?.key === key } : null
  })

  /** True for the first Enter, and for a second Enter too quick to be a reply to the warning. */
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
