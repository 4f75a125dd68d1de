import { useSignals } from '@preact/signals-react/runtime'
import { RotateCw, Star, X } from 'lucide-react'
import { useState } from 'react'
import { getListName, isFromKiosk, type Patient } from '#domain/patients/patient'
import { getClinicMinute, type TimeZone } from '#domain/time'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NumberChip } from '../ui/NumberChip.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { getRowId } from './NamesakeLine.tsx'
import type { Outbox, Pending } from './outbox.ts'

type Props = {
  patients: Patient[]
  namesake: Patient | null
  hasPending: boolean
  asksPhone: boolean
  timeZone: TimeZone
}

const EditPatientDialog = onDemand(() =>
  import('./EditPatientDialog.tsx').then(loaded => loaded.EditPatientDialog),
)

export function RecentRegistrations({ patients, namesake, hasPending, ...props }: Props) {
  const { asksPhone, timeZone } = props
  const [edited, edit] = useState<Patient | null>(null)
  if (patients.length === 0) {
    if (hasPending) return null
    return <EmptyState message="No registrations today yet" hint="The first patient gets #001." />
  }
  return (
    <>
      <ol className="recent">
        {patients.map(patient => (
          <RecentRow
            key={patient.id}
            {...{ patient, asksPhone, timeZone }}
            isFound={patient.id === namesake?.id}
            onEdit={() => edit(patient)}
          />
        ))}
      </ol>
      {edited && (
        <EditPatientDialog patient={edited} asksPhone={asksPhone} onClose={() => edit(null)} />
      )}
    </>
  )
}

type RowProps = Pick<Props, 'asksPhone' | 'timeZone'> & {
  patient: Patient
  isFound: boolean
  onEdit(): void
}

function RecentRow({ patient, asksPhone, timeZone, isFound, onEdit }: RowProps) {
  const facts = listFacts(patient, timeZone)
  return (
    <li id={getRowId(patient)} className="recent__row" data-found={isFound}>
      <NumberChip
        label={patient.label}
        state={patient.isPriority ? 'priority' : 'waiting'}
        isSmall
      />
      <span
        className={`recent__name breakable ${patient.name === null ? 'soft' : ''}`}
        translate="no"
        data-named={patient.name !== null}
      >
        {getListName(patient)}
        {facts.length > 0 && <small className="recent__facts soft fine">{facts.join(' · ')}</small>}
      </span>
      <span className="recent__end line">
        {patient.isPriority && (
          <Star className="priority-star" size={14} fill="currentColor" aria-label="Priority" />
        )}
        {(isFromKiosk(patient) || asksPhone) && (
          <Button
            variant="quiet"
            className="recent__change"
            aria-label={`Change #${patient.label}`}
            data-tooltip={
              isFromKiosk(patient) ? 'Add a name or a priority' : 'Correct what was typed'
            }
            onClick={onEdit}
          >
            Change
          </Button>
        )}
      </span>
      <time className="soft" dateTime={patient.registeredAt}>
        {getClinicMinute(patient.registeredAt, timeZone)}
      </time>
    </li>
  )
}

function listFacts(patient: Patient, timeZone: TimeZone) {
  const { queue, appointmentAt, isDiscreet } = patient
  return [
    queue?.name,
    appointmentAt && `Appointment ${getClinicMinute(appointmentAt, timeZone)}`,
    isFromKiosk(patient) && 'Kiosk',
    isDiscreet && 'Discreet',
  ].filter(fact => typeof fact === 'string')
}

export function PendingRegistrations({ outbox }: { outbox: Outbox }) {
  useSignals()
  const all = outbox.all.value
  if (all.length === 0) return null
  return (
    <section className="pending stack" aria-label="Waiting to be sent" aria-live="polite">
      <ol className="pending__list stack stack--tight">
        {all.map(pending => (
          <PendingRow
            key={pending.key}
            pending={pending}
            isSending={!outbox.isStopped.value}
            onRemove={outbox.remove}
          />
        ))}
      </ol>
      {all.some(({ state }) => state !== 'waiting') && (
        <Button onClick={outbox.retry}>
          <RotateCw size={18} aria-hidden />
          Retry
        </Button>
      )}
    </section>
  )
}

type PendingProps = { pending: Pending; isSending: boolean; onRemove(key: string): void }

function PendingRow({ pending, isSending, onRemove }: PendingProps) {
  const { key, name, state, problem } = pending
  return (
    <li className="pending__row" data-state={state}>
      <span className="strong breakable">{name.trim()}</span>
      <small className="pending__state">
        {problem ?? (isSending ? 'Registering...' : 'Waiting')}
      </small>
      {/* Only refused names can be removed, because a stopped one may have reached the server. */}
      {state === 'refused' && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${name.trim()}`}
          onClick={() => onRemove(key)}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </li>
  )
}
