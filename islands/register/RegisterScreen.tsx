import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { getListName, type Patient } from '#domain/patients/patient'
import { listActive } from '#domain/queues/patient-queue'
import { isConnected } from '../data/live-state.ts'
import { KeysButton } from '../desk/KeysButton.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import type { ExpectedPatients } from './expected/ExpectedPatients.tsx'
import type { Outbox } from './outbox.ts'
import { PendingRegistrations } from './PendingRegistrations.tsx'
import type { QueueChips } from './QueueChips.tsx'
import { RecentRegistrations } from './RecentRegistrations.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { createRegisterModel, type InitialData } from './register-model.ts'
import './RegisterScreen.css'
import type { Settings } from '#domain/settings-record'

/** Parts that most clinics do not use. */
export type Parts = {
  ExpectedPatients: ComponentType<ComponentProps<typeof ExpectedPatients>>
  QueueChips: ComponentType<ComponentProps<typeof QueueChips>>
}

const PARTS = {
  ExpectedPatients: onDemand(() =>
    import('./expected/ExpectedPatients.tsx').then(loaded => loaded.ExpectedPatients),
  ),
  QueueChips: onDemand(() => import('./QueueChips.tsx').then(loaded => loaded.QueueChips)),
}

type Props = InitialData & {
  /** Parts that are already loaded, so that nothing moves. By default, each loads when needed. */
  parts?: Parts
}

export default function RegisterScreen({ parts = PARTS, ...initial }: Props) {
  useSignals()
  const [model] = useState(() => createRegisterModel(initial))
  useWatch(
    model.patients,
    model.next,
    model.ticketMode,
    model.asksPhone,
    model.queues,
    model.appointments,
  )
  useEffect(model.queueId.restore, [])
  useOutbox(model.outbox)
  const ticketMode = model.ticketMode.data.value
  const namesake = model.namesake.value
  const hasExpected = initial.takesAppointments === true || model.appointments.data.value.length > 0
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
            <NextNumber label={model.nextNumber.value.label} />
            <RegisterForm
              {...model.form.value}
              isBusy={model.outbox.isSending.value}
              canRegister={model.canRegister.value}
              namesake={namesake}
              nameInput={nameInput}
              onEdit={model.edit}
              onRegister={register}
            >
              <ExtraFields
                form={model.form.value}
                asksPhone={model.asksPhone.data.value}
                problem={model.problem.value}
                onEdit={model.edit}
              />
              {queues.length > 0 && (
                <parts.QueueChips
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
          {hasExpected && <parts.ExpectedPatients register={model} now={initial.now} />}
          <h2 className="group-head">Recent Registrations</h2>
          <PendingRegistrations outbox={model.outbox} />
          <RecentRegistrations
            patients={model.recent.value}
            namesake={namesake?.patient ?? null}
            hasPending={!model.outbox.isEmpty.value}
            asksPhone={model.asksPhone.data.value}
            timeZone={initial.timeZone}
          />
        </section>
      </div>
    </>
  )
}

function NextNumber({ label }: { label: string }) {
  const isLong = label.length > 3 || undefined
  return (
    <p className="next-number">
      <span>Next Number</span>
      <strong className="next-number__value" translate="no" data-long={isLong}>
        #{label}
      </strong>
    </p>
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
          <strong
            className="ticket-panel__number"
            data-long={patient.label.length > 3 || undefined}
          >
            #{patient.label}
          </strong>
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
