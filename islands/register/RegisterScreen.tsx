import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getListName, type Patient } from '#domain/patients/patient'
import { PHONE_INPUT_MAX } from '#domain/patients/phone'
import { isFromKiosk } from '#domain/patients/registration'
import { listActive } from '#domain/queues/patient-queue'
import { getClinicMinute, type TimeZone } from '#domain/time'
import { isConnected } from '../data/live-state.ts'
import { KeysButton } from '../desk/KeysButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { NumberChip } from '../ui/NumberChip.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ExpectedPatients } from './ExpectedPatients.tsx'
import { getRowId } from './NamesakeLine.tsx'
import type { Outbox } from './outbox.ts'
import { PendingRegistrations } from './PendingRegistrations.tsx'
import { QueueChips } from './QueueChips.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { createRegisterModel, type InitialData } from './register-model.ts'
import './RegisterScreen.css'
import type { Settings } from '#domain/settings-record'

export default function RegisterScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createRegisterModel(initial))
  useWatch(model.patients, model.next, model.ticketMode, model.asksPhone, model.queues)
  // Also while nobody is expected: a program may send a list.
  useWatch(model.expected.appointments)
  useEffect(model.queueId.restore, [])
  useOutbox(model.outbox)
  const ticketMode = model.ticketMode.data.value
  const namesake = model.namesake.value
  const hasExpected =
    initial.takesAppointments === true || model.expected.appointments.data.value.length > 0
  const queues = listActive(model.queues.data.value)
  const nameInput = useRef<HTMLInputElement>(null)

  function register() {
    model.register()
    nameInput.current?.focus()
  }

  return (
    <>
      <PageHeader title="Patient Register">
        {ticketMode !== 'off' && <KeysButton screen="register" label="Keys" />}
      </PageHeader>
      <div className="register">
        <div className="register__main">
          <section className="register__card frame">
            <p className="next-number">
              <span>Next Number</span>
              <strong className="next-number__value" translate="no">
                #{model.nextNumber.value.label}
              </strong>
            </p>
            <RegisterForm
              {...model.form.value}
              isBusy={model.outbox.isSending.value}
              canRegister={model.canRegister.value}
              namesake={namesake}
              nameInput={nameInput}
              onEdit={model.edit}
              onRegister={register}
            >
              {model.asksPhone.data.value && (
                <TextField
                  label="Phone (optional)"
                  name="phone"
                  type="tel"
                  autoComplete="off"
                  maxLength={PHONE_INPUT_MAX}
                  problem={model.phoneProblem.value}
                  value={model.form.value.phone}
                  onChange={event => model.edit({ phone: event.target.value })}
                />
              )}
              {queues.length > 0 && (
                <QueueChips
                  queues={queues}
                  chosenId={model.queueId.value}
                  onChoose={model.queueId.choose}
                  onPointed={() => nameInput.current?.focus()}
                />
              )}
            </RegisterForm>
          </section>
          <LatestNumber patient={model.latest.value} ticketMode={ticketMode} />
        </div>
        <section className="register__list frame">
          <p className="stat">
            <span className="stat__title">Today's Statistics</span>
            <span className="soft">Total Registered</span>
            <strong className="stat__value">{model.total.value}</strong>
          </p>
          {hasExpected && <ExpectedPatients model={model.expected} today={model.today()} />}
          <h2 className="group-head">Recent Registrations</h2>
          <PendingRegistrations outbox={model.outbox} />
          <RecentRegistrations
            patients={model.recent.value}
            namesake={namesake?.patient ?? null}
            hasPending={!model.outbox.isEmpty.value}
            timeZone={initial.timeZone}
          />
        </section>
      </div>
    </>
  )
}

function useOutbox(outbox: Outbox) {
  useConfirmLeave(!outbox.isEmpty.value)
  useEffect(() => {
    outbox.restore()
    return effect(() => {
      if (isConnected.value && outbox.isStopped.peek()) outbox.retry()
    })
  }, [outbox])
}

type LatestProps = { patient: Patient | null; ticketMode: Settings['ticketMode'] }

const Ticket = onDemand(
  () => import('../ticket/TicketCode.tsx').then(loaded => loaded.LatestTicket),
  'Tickets cannot be shown now. Reload this page to try again.',
)

function LatestNumber({ patient, ticketMode }: LatestProps) {
  return (
    <div className="ticket-panel" translate="no" aria-live="polite" data-empty={patient === null}>
      {patient && (
        <>
          <strong className="ticket-panel__number">#{patient.label}</strong>
          <span className="ticket-panel__name">
            {getListName(patient)}
            <small>Registered. Please hand out this number.</small>
          </span>
          {ticketMode !== 'off' && <Ticket patient={patient} />}
        </>
      )}
    </div>
  )
}

type RecentProps = {
  patients: Patient[]
  namesake: Patient | null
  hasPending: boolean
  timeZone: TimeZone
}

function RecentRegistrations({ patients, namesake, hasPending, timeZone }: RecentProps) {
  if (patients.length === 0) {
    if (hasPending) return null
    return <EmptyState message="No registrations today yet" hint="The first patient gets #001." />
  }
  return (
    <ol className="recent">
      {patients.map(patient => (
        <li
          key={patient.id}
          id={getRowId(patient)}
          className="recent__row"
          data-found={patient.id === namesake?.id}
        >
          <NumberChip
            label={patient.label}
            state={patient.isPriority ? 'priority' : 'waiting'}
            isSmall
          />
          <span
            className="recent__name breakable"
            translate="no"
            data-named={patient.name !== null}
          >
            {getListName(patient)}
            {patient.queue && <small className="soft"> {patient.queue.name}</small>}
            {patient.appointmentAt && (
              <small className="soft">
                {' '}
                Appointment {getClinicMinute(patient.appointmentAt, timeZone)}
              </small>
            )}
            {isFromKiosk(patient) && <small className="soft"> Kiosk</small>}
            {patient.isDiscreet && <small className="soft"> Discreet</small>}
          </span>
          {patient.isPriority && (
            <Star className="priority-star" size={14} fill="currentColor" aria-label="Priority" />
          )}
          <time className="soft" dateTime={patient.registeredAt}>
            {getClinicMinute(patient.registeredAt, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
