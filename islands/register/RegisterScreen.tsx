import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { getClinicMinute } from '#domain/time'
import { useWatch } from '../data/use-watch.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHead.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { createRegisterModel, type InitialData } from './register-model.ts'

/** Reception: type a name, press Enter, hand out the number. */
export default function RegisterScreen(first: InitialData) {
  useSignals()
  const [desk] = useState(() => createRegisterModel(first))
  useWatch(desk.patients, desk.next)
  const nameInput = useRef<HTMLInputElement>(null)

  async function register() {
    await desk.register()
    nameInput.current?.focus()
  }

  return (
    <>
      <PageHeader title="Patient Register" />
      <div className="register">
        <Card
          title="Register Patient"
          aside={
            <p className="next-number">
              <span className="next-number__label">Next Number</span>
              <strong className="next-number__value">
                #{formatNumber(desk.next.data.value.nextNumber)}
              </strong>
            </p>
          }
        >
          <RegisterForm
            {...desk.form.value}
            isBusy={desk.isBusy.value}
            canRegister={desk.canRegister.value}
            nameInput={nameInput}
            onEdit={desk.edit}
            onRegister={register}
          />
          <LatestNumber patient={desk.latest.value} />
        </Card>
        <div className="register__side">
          <Card title="Today's Statistics">
            <p className="stat">
              <span className="stat__label">Total Registered</span>
              <strong className="stat__value">{desk.total.value}</strong>
            </p>
          </Card>
          <Card title="Recent Registrations">
            <RecentRegistrations patients={desk.recent.value} timeZone={first.timeZone} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** The number to hand out stays readable until the next one. */
function LatestNumber({ patient }: { patient: Patient | null }) {
  return (
    <div className="hand-out" aria-live="polite" data-empty={patient === null}>
      {patient && (
        <>
          <strong className="hand-out__number">#{formatNumber(patient.number)}</strong>
          <span className="hand-out__name">
            {getListName(patient)}
            <small>Registered. Please hand out this number.</small>
          </span>
        </>
      )}
    </div>
  )
}

function RecentRegistrations({ patients, timeZone }: { patients: Patient[]; timeZone: string }) {
  if (patients.length === 0) {
    return <EmptyState words="No registrations today yet" hint="The first patient gets #001." />
  }
  return (
    <ol className="recent">
      {patients.map(patient => (
        <li key={patient.id} className="recent__row">
          <strong className="recent__number">#{formatNumber(patient.number)}</strong>
          <span className="recent__name">{getListName(patient)}</span>
          <time className="recent__time" dateTime={patient.registeredAt}>
            {getClinicMinute(patient.registeredAt, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
