import { CircleHelp, Clock, DoorOpen, RotateCcw, Star } from 'lucide-react'
import { formatShortDay } from '#domain/time'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { PatientProps } from './patient-props.ts'
import { getWaitingTimer } from './waiting-time.ts'

export function PatientFacts(props: PatientProps) {
  const { patient, calledMinutes, holdText, receipt, isUnsure, today } = props
  const requeueReason = patient.status === 'requeue' && patient.requeueReason
  return (
    <>
      {isUnsure && (
        <span className="detail detail--unsure" role="status">
          <CircleHelp size={14} aria-hidden />
          {patient.status === 'called' ? 'Not sure this call went out' : 'Not sure this was saved'}
        </span>
      )}
      <StatusBadge {...patient} />
      {patient.room && (
        <span className="detail detail--room">
          <DoorOpen size={14} aria-hidden />
          {patient.room.name}
        </span>
      )}
      {calledMinutes !== null && <span className="detail">{formatAgo(calledMinutes)}</span>}
      {holdText && (
        <span className="detail detail--hold">
          <Clock size={14} aria-hidden />
          {holdText}
        </span>
      )}
      {requeueReason && (
        <span className="detail detail--requeue">
          <RotateCcw size={14} aria-hidden />
          {requeueReason}
        </span>
      )}
      {patient.day !== today && <span className="detail">{formatShortDay(patient.day)}</span>}
      {patient.priorityReason && (
        <span className="detail detail--priority">
          <Star size={14} aria-hidden />
          {patient.priorityReason}
        </span>
      )}
      {patient.isDiscreet && <span className="detail">Discreet</span>}
      {receipt && <span className="detail">{receipt}</span>}
    </>
  )
}

/** Quiet for a patient who is no longer waiting, so that a busy list does not turn red. */
export function WaitingTimer({ minutes, calledMinutes }: PatientProps) {
  const { label, color } = getWaitingTimer(minutes)
  const kind = calledMinutes === null ? '' : 'waiting-timer--quiet'
  return (
    <span className={`waiting-timer waiting-timer--${color} ${kind}`} data-tooltip="Waiting time">
      {label}
    </span>
  )
}

function formatAgo(minutes: number) {
  return minutes < 1 ? 'just now' : `${minutes} min ago`
}
