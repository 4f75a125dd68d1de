import { isActive, type Patient } from '#domain/patients/patient'
import type { HoldPreset } from '#domain/queue/hold-presets'
import { getClinicDay } from '#domain/time'
import type { Action } from './available-actions.ts'
import type { PatientCommands } from './PatientActions.tsx'
import { PatientCard } from './PatientCard.tsx'
import { formatHold, minutesWaited } from './waiting-time.ts'

type Props = {
  patients: Patient[]
  now: string
  timeZone: string
  busyIds: ReadonlySet<number>
  unsureIds: ReadonlySet<number>
  getActions: (patient: Patient) => Action[]
  getCallDisabledReason?: (patient: Patient) => string | null
  getRecallDisabledReason?: (patient: Patient) => string | null
  /** The patients are in the rooms of other desks. */
  isElsewhere?: boolean
  callHint?: string | null
  holdPresets: HoldPreset[]
  /** Which TVs have shown a call, by its sequence. */
  receipts: ReadonlyMap<number, string>
  commands: PatientCommands
}

/** Passes stable props, so that unchanged cards are not rendered again. */
export function PatientCards({ patients, now, timeZone, busyIds, unsureIds, ...rest }: Props) {
  const {
    getActions,
    getCallDisabledReason = never,
    getRecallDisabledReason = never,
    isElsewhere = false,
    callHint = null,
    holdPresets,
    receipts,
    commands,
  } = rest
  const today = getClinicDay(now, timeZone)
  return patients.map(patient => (
    <PatientCard
      key={patient.id}
      patient={patient}
      getActions={getActions}
      minutes={minutesWaited(patient.registeredAt, now)}
      calledMinutes={
        isActive(patient) && patient.calledAt ? minutesWaited(patient.calledAt, now) : null
      }
      isElsewhere={isElsewhere}
      callHint={callHint}
      receipt={
        isActive(patient) && patient.callSequence
          ? (receipts.get(patient.callSequence) ?? null)
          : null
      }
      holdText={formatHold(patient, now)}
      isBusy={busyIds.has(patient.id)}
      isUnsure={unsureIds.has(patient.id)}
      callDisabledReason={getCallDisabledReason(patient)}
      recallDisabledReason={getRecallDisabledReason(patient)}
      holdPresets={holdPresets}
      timeZone={timeZone}
      today={today}
      commands={commands}
    />
  ))
}

const never = () => null
