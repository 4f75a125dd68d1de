import { TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import type { Patient } from '#domain/patients/patient'
import { MINUTE_MS } from '#domain/time'
import { serverNow } from '../data/server-clock.ts'
import type { Namesake } from './namesake.ts'

type Props = { namesake: Namesake | null; nameInput: RefObject<HTMLInputElement | null> }

/** Warns about a namesake without blocking. Its space is reserved, so nothing moves. */
export function NamesakeLine({ namesake, nameInput }: Props) {
  const patient = namesake?.patient

  function show() {
    document.getElementById(getRowId(patient))?.scrollIntoView({ block: 'center' })
    nameInput.current?.focus({ preventScroll: true })
  }

  return (
    <div
      className="namesake line small strong breakable tone--priority"
      role="status"
      data-empty={namesake === null}
    >
      {namesake && (
        <>
          <TriangleAlert size={14} aria-hidden />
          <span>
            <span translate="no">{patient?.name ?? 'This name'}</span>
            {describe(namesake)}
          </span>
        </>
      )}
      {patient && (
        <button type="button" className="namesake__show push" onClick={show}>
          Show #{patient.label}
        </button>
      )}
    </div>
  )
}

export function getRowId(patient: Patient | null | undefined) {
  return `registered-${patient?.id}`
}

function describe({ patient, time, isWarned }: Namesake) {
  if (time !== null) {
    const how = isWarned ? 'Press Enter again to register without it.' : 'Check in under Expected.'
    return ` has an appointment at ${time}. ${how}`
  }
  const number = patient && `#${patient.label}`
  const found = number ? ` is already ${number}` : ' is being registered'
  if (isWarned) return `${found}. Press Enter again to register another.`
  return patient ? `${found}, registered ${describeAge(patient.registeredAt)}` : `${found} already`
}

function describeAge(registeredAt: string) {
  const ms = Date.parse(serverNow()) - Date.parse(registeredAt)
  return ms < MINUTE_MS ? 'just now' : `${Math.floor(ms / MINUTE_MS)} min ago`
}
