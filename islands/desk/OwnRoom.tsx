import type { ReactNode } from 'react'
import { getListName, type Patient } from '#domain/patients/patient'
import type { Action } from '#domain/queue/available-actions'
import { formatListNumber, formatNumberAndName } from '../patients/dated-number.ts'
import {
  listFacts,
  listTypedFacts,
  PatientFacts,
  PatientName,
  WaitingTimer,
} from '../patients/PatientFacts.tsx'
import { PatientMenu } from '../patients/patient-actions.tsx'
import { type DeskContext, toPatientProps } from '../patients/patient-props.ts'
import { PatientPanels, useJourney } from '../patients/use-panels.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import type { useDesk } from './use-desk.ts'
import './OwnRoom.css'
import './Ticket.css'
import './OwnRoomPhone.css'

type Own = ReturnType<typeof useDesk>['own']

/** `title` and `text` are on the ticket if no patient is in the room. */
type Props = Own & {
  context: DeskContext
  label: string
  title: string
  text?: ReactNode
  canDispense?: boolean
  /** True if patients wait for another room. */
  hasOthers?: boolean
  children?: ReactNode
}

export function OwnRoom({
  label,
  title,
  text,
  children,
  canDispense,
  hasOthers = false,
  ...own
}: Props) {
  const { room, focus, present, next, isBusy, context } = own
  const [isJourneyOpen, toggleJourney] = useJourney(present?.id ?? 0)
  return (
    <section
      {...focus}
      className="own-room"
      aria-label={label}
      data-patient={present?.id}
      data-status={present?.status}
    >
      <div className="own-room__bar">
        {children}
        {present ? (
          <PresentTicket {...{ present, context, isJourneyOpen, toggleJourney }} />
        ) : (
          <div className="ticket tone--completed">
            <span className="ticket__number" aria-hidden>
              –
            </span>
            <div className="room-now" aria-live="polite">
              <strong className="ticket__title">{title}</strong>
            </div>
            <p className="ticket__facts small">{text ?? own.lastServed}</p>
          </div>
        )}
        <CallNext {...{ room, present, next, isBusy, hasOthers }} onCallNext={own.onCallNext} />
      </div>
      <Slots {...own} hasOthers={hasOthers} canDispense={canDispense === true} />
      <div className="own-room__panels">
        {present && (
          <PatientPanels
            {...toPatientProps(present, context)}
            isJourneyOpen={isJourneyOpen}
            area={focus.ref}
            opener="[data-action=Requeue]"
          />
        )}
      </div>
    </section>
  )
}

type TicketProps = {
  present: Patient
  context: DeskContext
  isJourneyOpen: boolean
  toggleJourney(): void
}

function PresentTicket({ present, context, isJourneyOpen, toggleJourney }: TicketProps) {
  const props = toPatientProps(present, context)
  // Omits the room, because the room picker above shows it.
  const shown = listFacts(props).filter(({ kind }) => kind !== 'room')
  const facts = [...shown, ...(isJourneyOpen ? listTypedFacts(present) : [])]
  const isSlot = (action: Action) => SLOTS.some(([slot]) => slot === action)
  return (
    <div className={`ticket tone--${present.readyForDispensary ? 'dispensary' : present.status}`}>
      <div className="room-now" aria-live="polite">
        <span className="visually-hidden">Serving </span>
        <strong
          className="ticket__number patient-number"
          translate="no"
          data-long={present.label.length > 3 || undefined}
        >
          #{present.label}
        </strong>{' '}
        <PatientName patient={present} isOpen={isJourneyOpen} onToggle={toggleJourney} />
      </div>
      <p className="ticket__facts small ellipsis joined">
        <PatientFacts patient={present} facts={facts.filter(isShort)} />
        <WaitingTimer {...props} />
      </p>
      <p className="ticket__facts ticket__reasons small ellipsis" data-cut>
        <PatientFacts patient={present} facts={facts.filter(fact => !isShort(fact))} />
      </p>
      <PatientMenu
        {...props}
        actions={props.getActions(present).filter(action => !isSlot(action))}
        onJourney={toggleJourney}
      />
    </div>
  )
}

const isShort = ({ kind }: { kind: string }) => kind === 'active' || kind === 'unsure'

type NextProps = Pick<Own, 'room' | 'present' | 'next' | 'isBusy' | 'onCallNext'> & {
  hasOthers: boolean
}

function describeNobody(hasOthers: boolean) {
  return hasOthers ? 'No patients for this room' : 'No patients waiting'
}

function CallNext({ room, present, next, isBusy, hasOthers, onCallNext }: NextProps) {
  const problem = room ? describeNobody(hasOthers) : 'Select a room first'
  const called = room && next
  return (
    <Button
      className="own-room__next"
      variant="primary"
      disabled={isBusy}
      disabledReason={called ? null : problem}
      data-about={next?.patient.id}
      onClick={() => onCallNext()}
    >
      <span className="own-room__who">
        <span className="own-room__verb fine medium">
          {present ? 'Complete & call' : 'Call'}
          <span className="own-room__wide"> next</span>
        </span>{' '}
        <span className="next-patient ellipsis" data-none={!called} translate="no">
          {called ? <NextName {...called.patient} /> : problem}
        </span>
      </span>{' '}
      <kbd aria-hidden>N</kbd>
    </Button>
  )
}

/** Separates the first name, because a phone has no room for the others. */
function NextName(patient: Patient) {
  const [first, ...others] = patient.name?.split(' ') ?? [getListName(patient)]
  const number = formatListNumber(patient)
  return (
    <>
      <span data-dated={number.includes(' ') || undefined}>{number}</span>{' '}
      <span className="own-room__first">{first}</span>
      <span className="own-room__wide"> {others.join(' ')}</span>
    </>
  )
}

const SLOTS: [action: Action | 'Dispense & call', key: string][] = [
  ['Call Again', 'A'],
  ['Requeue', 'R'],
  ['Missed', 'M'],
  ['Dispense', 'D'],
  ['Complete', 'C'],
  ['Dispense & call', 'E'],
]

type SlotsProps = Own & { context: DeskContext; canDispense: boolean; hasOthers: boolean }

/** Uses no tooltip for an empty room, because it would cover the button above. */
function describeSlot(problem: string | null, isTaken: boolean) {
  if (problem === null || isTaken) return { disabledReason: problem }
  return { 'aria-disabled': true, 'aria-description': problem }
}

function Slots({ room, present, next, isBusy, context, canDispense, ...props }: SlotsProps) {
  const { hasOthers, onCallNext } = props
  const actions = present ? context.getActions(present) : []
  const name = present ? ` ${formatNumberAndName(present)}` : ''

  function getProblem(action: (typeof SLOTS)[number][0]) {
    if (!room) return 'Please select room first'
    if (!present) return `No patient is in ${room.name}`
    if (action === 'Dispense & call' && !next) return describeNobody(hasOthers)
    if (actions.includes(action === 'Dispense & call' ? 'Dispense' : action)) return null
    return action === 'Missed'
      ? 'This patient is already in progress'
      : 'This patient is already with the dispensary'
  }

  return (
    <div className="slots" data-count={canDispense ? 6 : 4}>
      {SLOTS.filter(([action]) => canDispense || !action.startsWith('Dispense')).map(
        ([action, key]) => (
          <Button
            key={action}
            className="slot small"
            disabled={isBusy}
            {...describeSlot(getProblem(action), present !== null)}
            aria-expanded={
              action === 'Requeue' && present ? context.requeuingId === present.id : undefined
            }
            data-action={action}
            onClick={() => {
              if (!present) return
              if (action === 'Dispense & call') onCallNext('dispensary')
              else context.commands[action](present)
            }}
          >
            {action}
            <span className="visually-hidden">{action === 'Dispense & call' ? '' : name}</span>
            <kbd aria-hidden>{key}</kbd>
          </Button>
        ),
      )}
    </div>
  )
}
