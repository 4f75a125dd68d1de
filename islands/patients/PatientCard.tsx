import { CalendarDays, CircleHelp, Clock, DoorOpen, RotateCcw, Star } from 'lucide-react'
import { memo, useState } from 'react'
import { formatNumber, formatRoom, getListName, type Patient } from '#domain/patients/patient'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Action } from './available-actions.ts'
import { Journey } from './Journey.tsx'
import { PatientActions } from './PatientActions.tsx'
import type { PatientCommands } from './patient-commands.ts'
import { RequeueReasons } from './RequeueReasons.tsx'
import { useFocusRestore } from './use-focus-restore.ts'
import { getWaitingTimer } from './waiting-time.ts'
import './PatientCard.css'

type Props = {
  patient: Patient
  getActions: (patient: Patient) => Action[]
  minutes: number
  isBusy: boolean
  /** Its last step may not have reached the server. */
  isUnsure: boolean
  callDisabledReason: string | null
  recallDisabledReason: string | null
  timeZone: string
  /** The clinic's day; patients of another day show theirs. */
  today: string
  commands: PatientCommands
}

/** Memoized: a screen may hold hundreds of cards. */
export const PatientCard = memo(function PatientCard(props: Props) {
  const { patient, getActions, minutes, timeZone, today, commands } = props
  const [isRequeuing, setRequeuing] = useState(false)
  const card = useFocusRestore(patient.id, props.isBusy)
  const requeueReason = patient.status === 'requeue' && patient.requeueReason

  return (
    <li
      ref={card}
      className="patient-card"
      data-status={patient.status}
      data-priority={patient.isPriority}
      aria-busy={props.isBusy}
    >
      <div className="patient-card__row">
        <strong className="patient-card__number">#{formatNumber(patient.number)}</strong>
        <div className="patient-card__who">
          <p className="patient-card__name" id={`patient-${patient.id}`}>
            {patient.isPriority && (
              <Star className="priority-star" size={18} fill="currentColor" aria-label="Priority" />
            )}
            {getListName(patient)}
          </p>
          <p className="patient-card__facts">
            <StatusBadge {...patient} />
            <WaitingTimer minutes={minutes} />
            {patient.day !== today && (
              <span className="fact fact--day">
                <CalendarDays size={14} aria-hidden />
                {formatDay(patient.day)}
              </span>
            )}
            {patient.room && (
              <span className="fact">
                <DoorOpen size={14} aria-hidden />
                {formatRoom(patient.room)}
              </span>
            )}
            {requeueReason && (
              <span className="fact fact--requeue">
                <RotateCcw size={14} aria-hidden />
                {requeueReason}
              </span>
            )}
            {props.isUnsure && (
              <span className="fact fact--unsure" role="status">
                <CircleHelp size={14} aria-hidden />
                {patient.status === 'called'
                  ? 'Not sure this call went out'
                  : 'Not sure this was saved'}
              </span>
            )}
            {patient.priorityReason && (
              <span className="fact fact--priority">
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
      </div>
      {isRequeuing && getActions(patient).includes('Requeue') && (
        <RequeueReasons
          onCancel={() => {
            setRequeuing(false)
            card.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
          }}
          onReason={reason => {
            setRequeuing(false)
            commands.requeue(patient, reason)
          }}
        />
      )}
      <Journey patientId={patient.id} entries={patient.trackingHistory} timeZone={timeZone} />
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

export function WaitingTimer({ minutes }: { minutes: number }) {
  const { label, color } = getWaitingTimer(minutes)
  return (
    <span className={`waiting-timer waiting-timer--${color}`} title="Waiting time">
      <Clock size={14} aria-hidden />
      {label}
    </span>
  )
}
