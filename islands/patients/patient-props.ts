import { getWaitStart, isActive, type Patient } from '#domain/patients/patient'
import type { Action } from '#domain/queue/available-actions'
import { getAwaySince, isAway } from '#domain/queue/lists'
import type { HoldPreset } from '#domain/queue/requeue-reason'
import type { PatientQueue } from '#domain/queues/patient-queue'
import { getClinicMinute, type TimeZone } from '#domain/time'
import {
  findLast,
  formatHold,
  formatRequeue,
  getDispensedAt,
  getWaitingMinutes,
  minutesWaited,
} from './waiting-time.ts'

/** The action `Requeue` opens a form for the reason. The form then calls `requeue`. */
export type PatientCommands = Record<
  Action | 'showTicket' | 'forget',
  (patient: Patient) => void
> & {
  /** `queue` is null for General. */
  moveTo(patient: Patient, queue: PatientQueue | null): void
  requeue(patient: Patient, reason: string, holdMinutes: number | null): void
  /** Returns the step that replaces the patient in the room, or null if the room is free. */
  getReplacement(patient: Patient): { label: string; run(): void } | null
}

export type DeskContext = {
  now: string
  today: string
  timeZone: TimeZone
  limitMinutes: number
  busyIds: ReadonlySet<number>
  unsureIds: ReadonlySet<number>
  requeuingId: number | null
  holdPresets: HoldPreset[]
  queues: PatientQueue[]
  receipts: ReadonlyMap<number, string>
  hasTickets: boolean
  canForget: boolean
  commands: PatientCommands
  getActions: (patient: Patient) => Action[]
  getCallDisabledReason?: (patient: Patient) => string | null
  getRecallDisabledReason?: (patient: Patient) => string | null
}

export type PatientProps = ReturnType<typeof toPatientProps>

/** Returns the props of a row. Equal input gives equal props, so unchanged rows do not render. */
export function toPatientProps(patient: Patient, context: DeskContext) {
  const { now, busyIds, unsureIds, requeuingId, receipts, ...rest } = context
  const { getCallDisabledReason, getRecallDisabledReason, ...common } = rest
  const isCalled = isActive(patient)
  const activeSince = isCalled ? getActiveSince(patient) : null
  const registeredMinutes = minutesWaited(getWaitStart(patient), now)
  return {
    ...common,
    patient,
    minutes: getWaitingMinutes(patient, now),
    registeredMinutes: getDispensedAt(patient) === null ? null : registeredMinutes,
    activeMinutes: activeSince === null ? null : minutesWaited(activeSince, now),
    awayMinutes: isAway(patient) ? minutesWaited(getAwaySince(patient), now) : null,
    holdText: formatHold(patient, now),
    requeueText: formatRequeue(patient, now),
    receipt: (isCalled && patient.callSequence && receipts.get(patient.callSequence)) || null,
    isBusy: busyIds.has(patient.id),
    isRequeuing: requeuingId === patient.id,
    appointmentText: formatAppointment(patient, context.timeZone),
    isUnsure: unsureIds.has(patient.id),
    callDisabledReason: getCallDisabledReason?.(patient) ?? null,
    recallDisabledReason: getRecallDisabledReason?.(patient) ?? null,
  }
}

function formatAppointment({ appointmentAt }: Patient, timeZone: TimeZone) {
  return appointmentAt ? `Appointment ${getClinicMinute(appointmentAt, timeZone)}` : null
}

function getActiveSince({ status, journey, calledAt }: Patient) {
  return status === 'in-progress' ? findLast(journey, 'in progress') : calledAt
}
