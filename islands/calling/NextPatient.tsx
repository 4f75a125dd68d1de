import { BellRing, CircleCheck, Pill, Star } from 'lucide-react'
import { formatNumber, getListName } from '#domain/patients/patient'
import type { NextPatient as Next } from '#domain/queue/next-patient'
import { Button } from '../ui/Button.tsx'
import './NextPatient.css'

export type Finish = 'completed' | 'dispensary' | null

type Props = {
  next: Next | null
  /** Whether the room serves somebody, whose visit ends with the call. */
  isServing: boolean
  isBusy: boolean
  /** Whether the room may also send the patient to the dispensary. */
  canDispense?: boolean
  onCallNext(finish: Finish): void
}

/** Who is next and why, and the one press that calls. */
export function NextPatient({ next, isServing, isBusy, canDispense = false, onCallNext }: Props) {
  if (!next) return <p className="next-patient next-patient--none">Nobody is waiting.</p>
  const { patient, sentence } = next
  const number = `#${formatNumber(patient.number)}`
  const name = getListName(patient)
  const why = sentence.slice(number.length).replace(/^: /, '')
  return (
    <div className="next-patient" data-tooltip={`${number} ${name}: ${why}`}>
      <p className="next-patient__who">
        <span className="next-patient__label">Next:</span>{' '}
        <strong className="next-patient__name">
          {number}{' '}
          {patient.isPriority && (
            <Star className="priority-star" size={16} fill="currentColor" aria-label="Priority" />
          )}
          {name}
        </strong>
        <span className="next-patient__why">{why}</span>
      </p>
      <div className="next-patient__actions">
        {isServing ? (
          <>
            <Button variant="primary" disabled={isBusy} onClick={() => onCallNext('completed')}>
              <CircleCheck size={16} aria-hidden />
              Complete & call {number}
            </Button>
            {canDispense && (
              <Button disabled={isBusy} onClick={() => onCallNext('dispensary')}>
                <Pill size={16} aria-hidden />
                Dispense & call {number}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" disabled={isBusy} onClick={() => onCallNext(null)}>
            <BellRing size={16} aria-hidden />
            Call next
          </Button>
        )}
      </div>
    </div>
  )
}
