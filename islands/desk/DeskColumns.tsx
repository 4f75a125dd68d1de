import type { ReactNode } from 'react'
import type { Patient } from '#domain/patients/patient'
import { AwayPatients, PatientRows } from '../patients/PatientList.tsx'
import { CALL_HINT_ID } from '../patients/patient-actions.tsx'
import type { DeskContext } from '../patients/patient-props.ts'
import './DeskColumns.css'

/** `hint`: reason why no row can be called now, or null if calls are possible. */
type Props = {
  title: string
  hint: string | null
  activeCount?: number
  elsewhere?: Patient[]
  away: Patient[]
  context: DeskContext
  card: ReactNode
  children: ReactNode
}

export function DeskColumns(props: Props) {
  const { title, hint, activeCount = 0, elsewhere = [], away, context, card, children } = props
  const isActive = activeCount > 0
  return (
    <div className="desk" data-locked={hint !== null}>
      <p id={CALL_HINT_ID} hidden>
        {hint}
      </p>
      <div className="desk__rooms">
        <section className="desk__own frame" aria-label={isActive ? 'Active Patients' : undefined}>
          <h2 className="group-head">
            {isActive ? 'Active Patients ' : title}
            {isActive && <span className="count">({activeCount})</span>}
          </h2>
          {card}
          {elsewhere.length > 0 && (
            <div className="desk__elsewhere" id="rooms">
              <PatientRows patients={elsewhere} context={context} label="Other rooms" />
            </div>
          )}
        </section>
        <AwayPatients patients={away} context={context} />
      </div>
      <div className="desk__lists frame">{children}</div>
    </div>
  )
}
