import { useEffect, useRef } from 'react'
import type { Patient } from '#domain/patients/patient'
import { printTicket } from './print-ticket.ts'
import { TicketCode } from './TicketCode.tsx'

type Props = { patient: Patient; printsAtOnce: boolean }

export const PRINT_KEY = 'F9'

/** The ticket of the patient just registered. */
export function LatestTicket({ patient, printsAtOnce }: Props) {
  const printed = useRef(0)

  useEffect(() => {
    if (!printsAtOnce || printed.current === patient.id) return
    printed.current = patient.id
    void printTicket(patient)
  }, [patient, printsAtOnce])

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== PRINT_KEY || event.repeat) return
      event.preventDefault()
      void printTicket(patient)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [patient])

  return <TicketCode patient={patient} hotkey={PRINT_KEY} />
}
