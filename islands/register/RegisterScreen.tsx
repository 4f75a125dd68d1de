import { effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { getListName, type Patient } from '#domain/patients/patient'
import { listActive } from '#domain/queues/patient-queue'
import { cleanName } from '#domain/text'
import { isConnected } from '../data/live-state.ts'
import { KeysButton } from '../desk/KeysButton.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import { ExpectedPatients } from './expected/ExpectedPatients.tsx'
import { NamesakeLine } from './NamesakeLine.tsx'
import type { Namesake } from './namesake.ts'
import type { Outbox } from './outbox.ts'
import { PatientFields, type PatientForm, submitByEnter } from './PatientFields.tsx'
import { QueueChips } from './QueueChips.tsx'
import { PendingRegistrations, RecentRegistrations } from './RecentRegistrations.tsx'
import { createRegisterModel, type InitialData } from './register-model.ts'
import './RegisterForm.css'
import './RegisterScreen.css'
import type { Settings } from '#domain/settings-record'

export default function RegisterScreen(initial: InitialData) {
  useSignals()
  const [model] = useState(() => createRegisterModel(initial))
  useWatch(...model.queries)
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
        {ticketMode !== 'off' && <KeysButton screen="register" label="Keyboard shortcuts" />}
      </PageHeader>
      <div className="register">
        <div className="stack">
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
          <p className="stat line small medium">
            <span className="stat__title grow">Today's Statistics</span>
            <span className="soft">Total Registered</span>
            <strong className="stat__value">{model.total.value}</strong>
          </p>
          {hasExpected && <ExpectedPatients register={model} now={initial.now} />}
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

type FormProps = PatientForm & {
  children?: ReactNode
  isBusy: boolean
  canRegister: boolean
  namesake: Namesake | null
  nameInput: RefObject<HTMLInputElement | null>
  onEdit(change: Partial<PatientForm>): void
  onRegister(): void
}

function RegisterForm({ children, onRegister, ...props }: FormProps) {
  const { isBusy, canRegister, namesake, ...fields } = props

  function submit(event: FormEvent) {
    event.preventDefault()
    onRegister()
  }

  return (
    <form
      className="register-form stack stack--medium"
      onSubmit={submit}
      onKeyDown={submitByEnter}
      noValidate
    >
      <h2 className="card__title">Register Patient</h2>
      <PatientFields {...fields} isPriorityShown={cleanName(fields.name) !== ''}>
        <NamesakeLine namesake={namesake} nameInput={fields.nameInput} />
        {children}
      </PatientFields>
      <div className="register-form__end row small">
        <Button type="submit" variant="primary" disabled={!canRegister} aria-busy={isBusy}>
          {isBusy && <span className="spinner" aria-hidden />}
          {isBusy ? 'Registering...' : 'Register Patient'}
          {!isBusy && <kbd aria-hidden>Enter</kbd>}
        </Button>
        <p className="soft">
          Press Enter to register.
          <br />
          You can type the next name right away.
        </p>
      </div>
    </form>
  )
}

function NextNumber({ label }: { label: string }) {
  const isLong = label.length > 3 || undefined
  return (
    <p className="next-number centered small strong">
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
    <div
      className="ticket-panel tone--called"
      translate="no"
      aria-live="polite"
      data-empty={patient === null}
    >
      {patient && (
        <>
          <strong
            className="ticket-panel__number centered"
            data-long={patient.label.length > 3 || undefined}
          >
            #{patient.label}
          </strong>
          <span className="ticket-panel__name breakable">
            {getListName(patient)}
            <small className="small">Registered. Please hand out this number.</small>
          </span>
          {ticketMode !== 'off' && <Ticket patient={patient} />}
        </>
      )}
    </div>
  )
}
