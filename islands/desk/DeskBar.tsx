import { BellRing, CircleCheck, Pill, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, getListName } from '#domain/patients/patient'
import { Button } from '../ui/buttons/Button.tsx'
import type { useDesk } from './use-desk.ts'
import './DeskBar.css'

type NextProps = Omit<ReturnType<typeof useDesk>['bar'], 'room' | 'focus'> & {
  /** Whether the room may also send the patient to the dispensary. */
  canDispense?: boolean
}

type Props = NextProps &
  Pick<ReturnType<typeof useDesk>['bar'], 'room' | 'focus'> & {
    label?: string
    /** While nobody is served. */
    free: string
    isSticky?: boolean
    /** Chooses the room. */
    children?: ReactNode
  }

/** A desk's own room: whom it serves, and the one press that calls the next. */
export function DeskBar({ label, room, focus, free, isSticky, children, ...rest }: Props) {
  const { present } = rest
  return (
    <section
      {...focus}
      className="desk-bar"
      aria-label={label}
      data-sticky={isSticky}
      data-empty={room === null}
    >
      {children}
      {room && (
        <p className="room-now" aria-live="polite" data-cut>
          {present ? (
            <>
              <span className="room-now__label">Serving</span> #{formatNumber(present.number)}{' '}
              {getListName(present)}
            </>
          ) : (
            free
          )}
        </p>
      )}
      {room && <NextPatient {...rest} />}
    </section>
  )
}

/** Who is next and why, and the one press that calls. */
function NextPatient({ next, present, isBusy, canDispense = false, onCallNext }: NextProps) {
  if (!next) return <p className="next-patient next-patient--none">Nobody is waiting.</p>
  const { patient, sentence } = next
  const number = `#${formatNumber(patient.number)}`
  const name = getListName(patient)
  const why = sentence.slice(number.length).replace(/^: /, '')
  return (
    <div className="next-patient" data-tooltip={`${number} ${name}: ${why}`}>
      <p className="next-patient__identity">
        <span className="next-patient__label">Next:</span>{' '}
        <strong className="next-patient__name">
          {number}{' '}
          {patient.isPriority && (
            <Star className="priority-star" size={16} fill="currentColor" aria-label="Priority" />
          )}
          {name}
        </strong>
        <span className="next-patient__reason">{why}</span>
      </p>
      <div className="next-patient__actions">
        {present ? (
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
