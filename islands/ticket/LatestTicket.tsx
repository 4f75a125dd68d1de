import { useEffect } from 'react'
import type { Patient } from '#domain/patients/patient'
import { printTicket } from './print-ticket.ts'
import { TicketCode } from './TicketCode.tsx'

export const PRINT_KEY = 'F9'

export function LatestTicket({ patient }: { patient: Patient }) {
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
