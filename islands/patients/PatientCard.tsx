import { Calendar, CircleHelp, Clock, DoorOpen, RotateCcw, Star } from 'lucide-react'
import { memo, useState } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import type { HoldPreset } from '#domain/queue/hold-presets'
import { toastError } from '../data/toasts.ts'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Action } from './available-actions.ts'
import type { JourneyProps } from './Journey.tsx'
import { JourneyToggle, useJourney } from './JourneyToggle.tsx'
import { PatientActions, type PatientCommands } from './PatientActions.tsx'
import type { ReasonsProps } from './RequeueReasons.tsx'
import { useFocusRestore } from './use-focus-restore.ts'
import { getWaitingTimer } from './waiting-time.ts'
import './PatientCard.css'

type Props = {
  patient: Patient
  getActions: (patient: Patient) => Action[]
  minutes: number
  /** Since the call of a patient who is in a room; null for others. */
  calledMinutes: number | null
  /** The patient is in another desk's room: none of the buttons stands out. */
  isElsewhere: boolean
  /** Why a call has to wait: its button does not stand out. */
  callHint: string | null
  isBusy: boolean
  holdText: string | null
  /** Which TVs have shown the call. */
  receipt: string | null
  /** Its last step may not have reached the server. */
  isUnsure: boolean
  callDisabledReason: string | null
  recallDisabledReason: string | null
  holdPresets: HoldPreset[]
  timeZone: string
  /** The clinic's day; patients of another day show theirs. */
  today: string
  commands: PatientCommands
}

const loadReasons = () => import('./RequeueReasons.tsx').then(loaded => loaded.RequeueReasons)
const loadJourney = () => import('./Journey.tsx').then(loaded => loaded.Journey)

/** Loads what a press opens, so that it opens without the network. */
export function preloadDetails() {
  void loadReasons().catch(() => {})
  void loadJourney().catch(() => {})
}

function RequeueReasons(props: ReasonsProps) {
  const Reasons = useOnDemand(loadReasons, { isWanted: true, onFailure: sayNotLoaded })
  return Reasons && <Reasons {...props} />
}

function Journey(props: JourneyProps) {
  const Steps = useOnDemand(loadJourney, { isWanted: true, onFailure: sayNotLoaded })
  return Steps && <Steps {...props} />
}

function sayNotLoaded() {
  toastError('Error', 'This could not be loaded. Please try again.')
}

/** Memoized: a screen may hold hundreds of cards. */
export const PatientCard = memo(function PatientCard(props: Props) {
  const { patient, getActions, minutes, timeZone, today, commands } = props
  const [isRequeuing, setRequeuing] = useState(false)
  const journey = useJourney(patient.id)
  const focus = useFocusRestore<HTMLLIElement>(patient.id, props.isBusy)
  const requeueReason = patient.status === 'requeue' && patient.requeueReason

  return (
    <li
      {...focus}
      className="patient-card"
      data-patient={patient.id}
      data-status={patient.status}
      data-priority={patient.isPriority}
      aria-busy={props.isBusy}
    >
      <div className="patient-card__row">
        <strong className="patient-card__number">#{formatNumber(patient.number)}</strong>
        <div className="patient-card__identity">
          <h3 className="patient-card__name" id={`patient-${patient.id}`}>
            {patient.isPriority && (
              <Star className="priority-star" size={18} fill="currentColor" aria-label="Priority" />
            )}
            {getListName(patient)}
          </h3>
          <p className="patient-card__facts">
            <StatusBadge {...patient} />
            {props.calledMinutes !== null && (
              <span className="detail">{formatAgo(props.calledMinutes)}</span>
            )}
            <WaitingTimer minutes={minutes} isQuiet={props.calledMinutes !== null} />
            {patient.isDiscreet && <span className="detail">Discreet</span>}
            {patient.day !== today && (
              <span className="detail">
                <Calendar size={14} aria-hidden />
                {formatDay(patient.day)}
              </span>
            )}
            {patient.room && (
              <span className="detail">
                <DoorOpen size={14} aria-hidden />
                {patient.room.name}
              </span>
            )}
            {requeueReason && (
              <span className="detail detail--requeue">
                <RotateCcw size={14} aria-hidden />
                {requeueReason}
              </span>
            )}
            {props.receipt && <span className="detail">{props.receipt}</span>}
            {props.holdText && (
              <span className="detail detail--hold">
                <Clock size={14} aria-hidden />
                {props.holdText}
              </span>
            )}
            {props.isUnsure && (
              <span className="detail detail--unsure" role="status">
                <CircleHelp size={14} aria-hidden />
                {patient.status === 'called'
                  ? 'Not sure this call went out'
                  : 'Not sure this was saved'}
              </span>
            )}
            {patient.priorityReason && (
              <span className="detail detail--priority">
                <Star size={14} aria-hidden />
                {patient.priorityReason}
              </span>
            )}
          </p>
        </div>
        <PatientActions
          {...props}
          isRequeuing={isRequeuing}
          onRequeue={() => setRequeuing(!isRequeuing)}
        />
        <JourneyToggle
          count={patient.trackingHistory.length}
          isOpen={journey.isOpen}
          describedBy={`patient-${patient.id}`}
          onToggle={journey.toggle}
        />
      </div>
      {isRequeuing && getActions(patient).includes('Requeue') && (
        <RequeueReasons
          presets={props.holdPresets}
          onCancel={() => {
            setRequeuing(false)
            focus.ref.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
          }}
          onReason={(reason, holdMinutes) => {
            setRequeuing(false)
            commands.requeue(patient, reason, holdMinutes)
          }}
        />
      )}
      {journey.isOpen && <Journey entries={patient.trackingHistory} timeZone={timeZone} />}
    </li>
  )
})

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})

/** '20 Nov' of a clinic's day such as 2026-11-20. */
function formatDay(day: string) {
  return SHORT_DAY.format(new Date(day))
}

function formatAgo(minutes: number) {
  return minutes < 1 ? 'just now' : `${minutes} min ago`
}

/** Quiet for a patient who is no longer waiting, so that a busy list does not turn red. */
export function WaitingTimer({ minutes, isQuiet = false }: { minutes: number; isQuiet?: boolean }) {
  const { label, color } = getWaitingTimer(minutes)
  const kind = isQuiet ? 'waiting-timer--quiet' : ''
  return (
    <span
      className={`badge waiting-timer waiting-timer--${color} ${kind}`}
      data-tooltip="Waiting time"
    >
      <Clock size={14} aria-hidden />
      {label}
    </span>
  )
}
