import { BellRing, CircleCheck, Pill, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { type Action, getPrimaryAction } from '#domain/queue/available-actions'
import { PatientFacts, WaitingTimer } from '../patients/PatientFacts.tsx'
import { PatientName } from '../patients/PatientName.tsx'
import { ActionButton, PatientMenu } from '../patients/patient-actions.tsx'
import { type DeskContext, toPatientProps } from '../patients/patient-props.ts'
import { usePanels } from '../patients/use-panels.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import type { useDesk } from './use-desk.ts'
import './OwnRoom.css'

type Own = ReturnType<typeof useDesk>['own']

type Props = Own & {
  context: DeskContext
  label: string
  free: string
  canDispense?: boolean
  children?: ReactNode
}

const HOTKEYS: Partial<Record<Action, string>> = {
  'Call Again': 'A',
  Dispense: 'D',
  Complete: 'C',
  Requeue: 'R',
  Missed: 'M',
}

export function OwnRoom({ label, free, context, children, ...own }: Props) {
  const { room, focus, present, next } = own
  return (
    <section
      {...focus}
      className="own-room frame"
      aria-label={label}
      data-empty={room === null}
      data-patient={present?.id}
      data-status={present?.status}
      data-priority={present?.isPriority}
    >
      {children}
      {room && present === null && (
        <>
          <p className="room-now" aria-live="polite">
            {free}
          </p>
          {next && (
            <Button variant="primary" disabled={own.isBusy} onClick={() => own.onCallNext(null)}>
              <BellRing size={16} aria-hidden />
              Call next <kbd aria-hidden>N</kbd>
            </Button>
          )}
        </>
      )}
      {room && present && (
        <PresentPatient key={present.id} {...own} context={context} present={present} />
      )}
      {room && <NextPatient next={next} />}
    </section>
  )
}

type PresentProps = Omit<Props, 'label' | 'free'> & { present: Patient }

function PresentPatient({ present, context, focus, canDispense = false, ...own }: PresentProps) {
  const props = toPatientProps(present, context)
  const { panels, ...opened } = usePanels(props, focus.ref, '[data-action=Requeue]')
  const actionProps = { ...props, onRequeue: opened.onRequeue }
  const actions = props.getActions(present)
  const primary = own.next ? null : getPrimaryAction(present)

  return (
    <>
      <div className="own-room__patient">
        <div className="room-now" aria-live="polite">
          <span className="visually-hidden">Serving </span>
          <PatientName
            patient={present}
            isOpen={opened.isJourneyOpen}
            onToggle={opened.toggleJourney}
          />
        </div>
        <PatientMenu {...actionProps} actions={actions.filter(action => !(action in HOTKEYS))} />
        <p className="own-room__facts row soft">
          <WaitingTimer {...props} />
          <PatientFacts {...props} />
        </p>
      </div>
      {!opened.isRequeuing && (
        <div className="own-room__actions">
          {own.next && <CallNext {...own} next={own.next} canDispense={canDispense} />}
          {actions
            .filter(action => action in HOTKEYS)
            .map(action => (
              <ActionButton
                key={action}
                {...actionProps}
                action={action}
                isPrimary={action === primary}
                hotkey={HOTKEYS[action]}
              />
            ))}
        </div>
      )}
      {panels}
    </>
  )
}

type CallNextProps = Pick<Own, 'isBusy' | 'onCallNext'> & {
  next: NonNullable<Own['next']>
  canDispense: boolean
}

function CallNext({ next, isBusy, canDispense, onCallNext }: CallNextProps) {
  const number = `#${formatNumber(next.patient.number)}`
  return (
    <>
      <Button
        className="own-room__next"
        variant="primary"
        disabled={isBusy}
        onClick={() => onCallNext('completed')}
      >
        <CircleCheck size={16} aria-hidden />
        Complete & call {number} <kbd aria-hidden>N</kbd>
      </Button>
      {canDispense && (
        <Button
          disabled={isBusy}
          aria-label={`Dispense & call ${number}`}
          onClick={() => onCallNext('dispensary')}
        >
          <Pill size={16} aria-hidden />
          Dispense & call
        </Button>
      )}
    </>
  )
}

function NextPatient({ next }: Pick<Own, 'next'>) {
  if (!next) return <p className="next-patient soft">Nobody is waiting.</p>
  const { patient, because } = next
  const number = `#${formatNumber(patient.number)}`
  return (
    <p className="next-patient soft">
      Next:{' '}
      <strong className="next-patient__name" translate="no">
        {number}{' '}
        {patient.isPriority && (
          <Star className="priority-star" size={14} fill="currentColor" aria-label="Priority" />
        )}
        {getListName(patient)}
      </strong>
      , {because}
    </p>
  )
}
