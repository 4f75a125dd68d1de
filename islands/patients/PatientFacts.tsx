import { CircleHelp, Clock, Hourglass, type LucideIcon, Pill, RotateCcw, Star } from 'lucide-react'
import { getListName, isActive, type Patient, type Status } from '#domain/patients/patient'
import { OPTIONAL_FIELDS, PATIENT_FIELDS } from '#domain/patients/patient-fields'
import { getFontProblem } from '#domain/patients/registration'
import { formatShortDay } from '#domain/time'
import { type ChipState, NumberChip } from '../ui/NumberChip.tsx'
import type { PatientProps } from './patient-props.ts'
import { getWaitingTimer, LONG_AWAY_MINUTES } from './waiting-time.ts'
import './PatientFacts.css'

export function listFacts(props: PatientProps) {
  const { patient, activeMinutes, awayMinutes, registeredMinutes, receipt, isUnsure, today } = props
  const { status, isDiscreet, priorityReason, day } = patient
  const isLong = awayMinutes !== null && awayMinutes >= LONG_AWAY_MINUTES
  const unsure =
    status === 'called' ? 'This call may not have gone out' : 'This may not have been saved'
  return [
    fact('unsure', isUnsure && unsure, CircleHelp),
    fact('room', patient.room?.name),
    fact('active', activeMinutes !== null && `${STATUS_TEXTS[status]} ${formatAgo(activeMinutes)}`),
    fact('hold', props.holdText, Clock),
    fact('requeue', props.requeueText),
    fact(
      isLong ? 'late' : 'away',
      awayMinutes !== null && (awayMinutes < 1 ? 'just now' : `${awayMinutes} min`),
    ),
    fact('day', day !== today && formatShortDay(day)),
    fact('appointment', props.appointmentText),
    fact('priority', priorityReason, Star),
    fact('discreet', isDiscreet && 'Discreet'),
    fact('registered', registeredMinutes !== null && `${registeredMinutes} min since registration`),
    fact('receipt', receipt),
    fact('font', !isDiscreet && getFontProblem(patient.name)),
  ].filter(fact => fact !== null)
}

/** Lists facts for opened rows only, so that bystanders do not read them. */
export function listTypedFacts(patient: Patient) {
  return OPTIONAL_FIELDS.flatMap(field => {
    const text = patient[field]
    return fact(field, text && `${PATIENT_FIELDS[field].label} ${text}`) ?? []
  })
}

function fact(kind: string, text: string | false | null | undefined, Icon?: LucideIcon) {
  return text ? { kind, text, Icon } : null
}

const PRIORITY = {
  'aria-label': 'Priority',
  color: 'var(--priority-edge)',
  fill: 'var(--priority-edge)',
}
const HIDDEN = { 'aria-hidden': true }

type Fact = NonNullable<ReturnType<typeof fact>>

type Props = { facts: Fact[]; patient: Patient; hasBadge?: boolean }

/** Without a badge, only screen readers get the status. */
export function PatientFacts({ facts, patient, hasBadge = false }: Props) {
  return (
    <>
      <StatusBadge patient={patient} isSeen={hasBadge} />
      {facts.map(({ kind, text, Icon }) => (
        <span
          key={kind}
          className={`fact fact--${kind} ${Icon ? 'fact--icon' : ''}`}
          role={kind === 'unsure' ? 'status' : undefined}
        >
          {Icon && (
            <Icon className="fact__icon" size={14} {...(kind === 'priority' ? PRIORITY : HIDDEN)} />
          )}
          {text}
        </span>
      ))}
    </>
  )
}

const STATUS_TEXTS: Record<Status, string> = {
  waiting: 'Waiting',
  called: 'Called',
  'in-progress': 'In Progress',
  completed: 'Completed',
  requeue: 'Requeue',
  'no-show': 'No-show',
}
const BADGE_ICONS: Partial<Record<Status, LucideIcon>> = { waiting: Hourglass, requeue: RotateCcw }

/** Shows nothing for called patients, because a fact shows their status and minutes. */
function StatusBadge({ patient, isSeen }: { patient: Patient; isSeen: boolean }) {
  const { status, readyForDispensary } = patient
  if (isActive(patient)) return null
  const waitsForMedicine = readyForDispensary && status === 'waiting'
  const Icon = waitsForMedicine ? Pill : BADGE_ICONS[status]
  return (
    <span
      className={
        isSeen ? `badge tone--${waitsForMedicine ? 'dispensary' : status}` : 'visually-hidden'
      }
    >
      {isSeen && Icon && <Icon size={14} aria-hidden />}
      {waitsForMedicine ? 'Ready for Dispensary' : STATUS_TEXTS[status]}
    </span>
  )
}

type TimerProps = Pick<PatientProps, 'minutes' | 'activeMinutes' | 'awayMinutes' | 'limitMinutes'>

/** Uses a quiet color for patients with a doctor or away, so that a busy list is not all red. */
export function WaitingTimer(props: TimerProps) {
  const { minutes, activeMinutes, awayMinutes, limitMinutes } = props
  const { label, color } = getWaitingTimer(minutes, limitMinutes)
  const kind = activeMinutes === null && awayMinutes === null ? color : 'quiet'
  return (
    <span
      className={`waiting-timer waiting-timer--${kind} tone--${kind} small strong`}
      data-tooltip="Waiting time"
    >
      {label}
    </span>
  )
}

function formatAgo(minutes: number) {
  return minutes < 1 ? 'just now' : `${minutes} min ago`
}

type NumberProps = { patient: Patient; isNext?: boolean; isSmall?: boolean }

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
