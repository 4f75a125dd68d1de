import type { Patient } from '#domain/patients/patient'
import { getClinicDay } from '#domain/time'
import type { Action } from './available-actions.ts'
import { PatientCard } from './PatientCard.tsx'
import type { PatientCommands } from './steps.ts'
import { minutesWaited } from './waiting-time.ts'

type Props = {
  patients: Patient[]
  now: string
  timeZone: string
  busyIds: ReadonlySet<number>
  offered: (patient: Patient) => Action[]
  callIsDisabled?: (patient: Patient) => string | null
  recallIsDisabled?: (patient: Patient) => string | null
  steps: PatientCommands
}

/** The cards of one list; what each of them is told changes only when something on it does. */
export function PatientCards({ patients, now, timeZone, busyIds, ...rest }: Props) {
  const { offered, callIsDisabled = never, recallIsDisabled = never, steps } = rest
  const today = getClinicDay(now, timeZone)
  return patients.map(patient => (
    <PatientCard
      key={patient.id}
      patient={patient}
      offered={offered}
      minutes={minutesWaited(patient.registeredAt, now)}
      isBusy={busyIds.has(patient.id)}
      callIsDisabled={callIsDisabled(patient)}
      recallIsDisabled={recallIsDisabled(patient)}
      timeZone={timeZone}
      today={today}
      steps={steps}
    />
  ))
}

const never = () => null
