import {
  BellRing,
  CircleCheck,
  CircleHelp,
  Clock,
  DoorOpen,
  Hourglass,
  type LucideIcon,
  Pill,
  RotateCcw,
  Star,
  Stethoscope,
  UserX,
} from 'lucide-react'
import { getFontProblem } from '#domain/patients/name-fonts'
import type { Patient, Status } from '#domain/patients/patient'
import { formatShortDay } from '#domain/time'
import type { PatientProps } from './patient-props.ts'
import { getWaitingTimer } from './waiting-time.ts'
import '../ui/badge.css'

export function PatientFacts(props: PatientProps) {
  const { patient, calledMinutes, holdText, receipt, isUnsure, today } = props
  return (
    <>
      {isUnsure && (
        <Detail kind="unsure" Icon={CircleHelp} role="status">
          {patient.status === 'called' ? 'Not sure this call went out' : 'Not sure this was saved'}
        </Detail>
      )}
      <StatusBadge {...patient} />
      <Detail kind="room" Icon={DoorOpen}>
        {patient.room?.name}
      </Detail>
      <Detail>{calledMinutes !== null && formatAgo(calledMinutes)}</Detail>
      <Detail kind="hold" Icon={Clock}>
        {holdText}
      </Detail>
      <Detail kind="requeue" Icon={RotateCcw}>
        {patient.status === 'requeue' && patient.requeueReason}
      </Detail>
      <Detail>{patient.day !== today && formatShortDay(patient.day)}</Detail>
      <Detail kind="priority" Icon={Star}>
        {patient.priorityReason}
      </Detail>
      <Detail>{patient.isDiscreet && 'Discreet'}</Detail>
      <Detail>{receipt}</Detail>
      <Detail>{getFontProblem(patient.name)}</Detail>
    </>
  )
}

type Badge = { label: string; Icon: LucideIcon }

const BADGES: Record<Status, Badge> = {
  waiting: { label: 'Waiting', Icon: Hourglass },
  called: { label: 'Called', Icon: BellRing },
  'in-progress': { label: 'In Progress', Icon: Stethoscope },
  completed: { label: 'Completed', Icon: CircleCheck },
  requeue: { label: 'Requeue', Icon: RotateCcw },
  'no-show': { label: 'No-show', Icon: UserX },
}
const DISPENSARY: Badge = { label: 'Ready for Dispensary', Icon: Pill }

function StatusBadge({ status, readyForDispensary }: Patient) {
  const waitsForMedicine = readyForDispensary && status === 'waiting'
  const { label, Icon } = waitsForMedicine ? DISPENSARY : BADGES[status]
  return (
    <span className={`badge badge--${waitsForMedicine ? 'dispensary' : status}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}

type DetailProps = {
  kind?: 'unsure' | 'room' | 'hold' | 'requeue' | 'priority'
  Icon?: LucideIcon
  role?: 'status'
  children: string | false | null | undefined
}

function Detail({ kind, Icon, role, children }: DetailProps) {
  if (!children) return null
  return (
    <span className={kind ? `detail detail--${kind}` : 'detail'} role={role}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
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
