import { isActive, type Patient } from '#domain/patients/patient'
import type { Action } from '#domain/queue/available-actions'
import type { HoldPreset } from '#domain/queue/hold-presets'
import type { TimeZone } from '#domain/time'
import { formatHold, minutesWaited } from './waiting-time.ts'

export type PatientCommands = Record<
  Exclude<Action, 'Requeue'> | 'showTicket' | 'forget',
  (patient: Patient) => void
> & {
  requeue(patient: Patient, reason: string, holdMinutes: number | null): void
}

export type DeskContext = {
  now: string
  today: string
  timeZone: TimeZone
  busyIds: ReadonlySet<number>
  unsureIds: ReadonlySet<number>
  holdPresets: HoldPreset[]
  receipts: ReadonlyMap<number, string>
  hasTickets: boolean
  canForget: boolean
  commands: PatientCommands
  getActions: (patient: Patient) => Action[]
  getCallDisabledReason?: (patient: Patient) => string | null
  getRecallDisabledReason?: (patient: Patient) => string | null
}

export type PatientProps = ReturnType<typeof toPatientProps>

/** What is shown of one patient. Equal for equal input, so that unchanged rows are not rendered. */
export function toPatientProps(patient: Patient, context: DeskContext) {
  const { now, busyIds, unsureIds, receipts, ...rest } = context
  const { getCallDisabledReason, getRecallDisabledReason, ...common } = rest
  const isCalled = isActive(patient)
  return {
    ...common,
    patient,
    minutes: minutesWaited(patient.registeredAt, now),
    calledMinutes: isCalled && patient.calledAt ? minutesWaited(patient.calledAt, now) : null,
    holdText: formatHold(patient, now),
    receipt: (isCalled && patient.callSequence && receipts.get(patient.callSequence)) || null,
    isBusy: busyIds.has(patient.id),
    /** The last step may not have reached the server. */
    isUnsure: unsureIds.has(patient.id),
    callDisabledReason: getCallDisabledReason?.(patient) ?? null,
    recallDisabledReason: getRecallDisabledReason?.(patient) ?? null,
  }
}
