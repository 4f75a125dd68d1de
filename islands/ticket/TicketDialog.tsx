import { useEffect, useRef } from 'react'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { Button } from '../ui/buttons/Button.tsx'
import { TicketCode } from './TicketCode.tsx'

type Props = { patient: Patient; onClose(): void }

export function TicketDialog({ patient, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="ticket-title" onClose={onClose}>
      <h2 id="ticket-title" className="dialog__title">
        Ticket #{formatNumber(patient.number)}
      </h2>
      <TicketCode patient={patient} />
      <div className="dialog__actions">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
