import { Star } from 'lucide-react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'

type Props = { patient: Patient; isOpen: boolean; onToggle(): void }

export function PatientName({ patient, isOpen, onToggle }: Props) {
  return (
    <>
      <strong className="patient-number" translate="no">
        #{formatNumber(patient.number)}
      </strong>{' '}
      <h3 className="patient-name" translate="no">
        <button
          type="button"
          className="patient-name__toggle"
          aria-expanded={isOpen}
          aria-description={`Patient Journey (${patient.journey.length})`}
          data-cut
          onClick={onToggle}
        >
          {patient.isPriority && (
            <Star className="priority-star" size={16} fill="currentColor" aria-label="Priority" />
          )}
          {getListName(patient)}
        </button>
      </h3>
    </>
  )
}
