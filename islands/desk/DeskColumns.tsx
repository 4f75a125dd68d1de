import type { ReactNode } from 'react'
import type { Patient } from '#domain/patients/patient'
import { PatientRows } from '../patients/PatientList.tsx'
import type { DeskContext } from '../patients/patient-props.ts'

type Props = {
  title: string
  activeCount?: number
  elsewhere?: Patient[]
  context: DeskContext
  card: ReactNode
  children: ReactNode
}

export function DeskColumns(props: Props) {
  const { title, activeCount = 0, elsewhere = [], context, card, children } = props
  const isActive = activeCount > 0
  return (
    <div className="desk stack">
      <section className="desk__rooms" aria-label={isActive ? 'Active Patients' : undefined}>
        <h2 className="patient-list__title">
          {isActive ? 'Active Patients ' : title}
          {isActive && <span className="count">({activeCount})</span>}
        </h2>
        {card}
        {elsewhere.length > 0 && (
          <>
            <p className="patient-list__title">
              Other rooms <span className="count">({elsewhere.length})</span>
            </p>
            <PatientRows patients={elsewhere} context={context} isInRooms />
          </>
        )}
      </section>
      <div className="desk__lists">{children}</div>
    </div>
  )
}
