import { Star } from 'lucide-react'
import { getListName, isActive, type Patient } from '#domain/patients/patient'
import { type ChipState, NumberChip } from '../ui/NumberChip.tsx'

type NumberProps = { patient: Patient; isNext?: boolean; isSmall?: boolean }

/** The number, tinted by the patient's state. */
export function PatientNumber({ patient, isNext = false, isSmall = false }: NumberProps) {
  return (
    <strong className="patient-number patient-row__number" translate="no">
      <NumberChip
        label={patient.label}
        state={isNext ? 'next' : getChipState(patient)}
        isSmall={isSmall}
      />
    </strong>
  )
}

function getChipState(patient: Patient): ChipState {
  const { status, isPriority } = patient
  if (isActive(patient) || status === 'requeue') return status as ChipState
  return isPriority ? 'priority' : 'waiting'
}

type NameProps = { patient: Patient; isOpen: boolean; onToggle(): void }

export function PatientName({ patient, isOpen, onToggle }: NameProps) {
  return (
    <h3 className="patient-name" translate="no">
      <button
        type="button"
        className="patient-name__toggle"
        aria-expanded={isOpen}
        aria-description={`Patient Journey (${patient.journey.length})`}
        onClick={onToggle}
      >
        {/* A priority reason is shown with its own star. */}
        {patient.isPriority && !patient.priorityReason && (
          <Star className="priority-star" size={14} fill="currentColor" aria-label="Priority" />
        )}
        {getListName(patient)}
      </button>
    </h3>
  )
}
