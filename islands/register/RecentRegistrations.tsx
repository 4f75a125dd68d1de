import { Star } from 'lucide-react'
import { useState } from 'react'
import { getListName, isFromKiosk, type Patient } from '#domain/patients/patient'
import { getClinicMinute, type TimeZone } from '#domain/time'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NumberChip } from '../ui/NumberChip.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { getRowId } from './NamesakeLine.tsx'

type Props = {
  patients: Patient[]
  namesake: Patient | null
  hasPending: boolean
  asksPhone: boolean
  timeZone: TimeZone
}

const EditPatientDialog = onDemand(() =>
  import('./EditPatientDialog.tsx').then(loaded => loaded.EditPatientDialog),
)

export function RecentRegistrations({ patients, namesake, hasPending, ...props }: Props) {
  const { asksPhone, timeZone } = props
  const [edited, edit] = useState<Patient | null>(null)
  if (patients.length === 0) {
    if (hasPending) return null
    return <EmptyState message="No registrations today yet" hint="The first patient gets #001." />
  }
  return (
    <>
      <ol className="recent">
        {patients.map(patient => (
          <RecentRow
            key={patient.id}
            {...{ patient, asksPhone, timeZone }}
            isFound={patient.id === namesake?.id}
            onEdit={() => edit(patient)}
          />
        ))}
      </ol>
      {edited && (
        <EditPatientDialog patient={edited} asksPhone={asksPhone} onClose={() => edit(null)} />
      )}
    </>
  )
}

type RowProps = Pick<Props, 'asksPhone' | 'timeZone'> & {
  patient: Patient
  isFound: boolean
  onEdit(): void
}

function RecentRow({ patient, asksPhone, timeZone, isFound, onEdit }: RowProps) {
  const facts = listFacts(patient, timeZone)
  return (
    <li id={getRowId(patient)} className="recent__row" data-found={isFound}>
      <NumberChip
        label={patient.label}
        state={patient.isPriority ? 'priority' : 'waiting'}
        isSmall
      />
      <span className="recent__name breakable" translate="no" data-named={patient.name !== null}>
        {getListName(patient)}
        {facts.length > 0 && <small className="recent__facts soft">{facts.join(' · ')}</small>}
      </span>
      <span className="recent__end">
        {patient.isPriority && (
          <Star className="priority-star" size={14} fill="currentColor" aria-label="Priority" />
        )}
        {(isFromKiosk(patient) || asksPhone) && (
          <Button
            variant="quiet"
            className="recent__change"
            aria-label={`Change #${patient.label}`}
            data-tooltip={
              isFromKiosk(patient) ? 'Add a name or a priority' : 'Correct what was typed'
            }
            onClick={onEdit}
          >
            Change
          </Button>
        )}
      </span>
      <time className="soft" dateTime={patient.registeredAt}>
        {getClinicMinute(patient.registeredAt, timeZone)}
      </time>
    </li>
  )
}

function listFacts(patient: Patient, timeZone: TimeZone) {
  const { queue, appointmentAt, isDiscreet } = patient
  return [
    queue?.name,
    appointmentAt && `Appointment ${getClinicMinute(appointmentAt, timeZone)}`,
    isFromKiosk(patient) && 'Kiosk',
    isDiscreet && 'Discreet',
  ].filter(fact => typeof fact === 'string')
}
