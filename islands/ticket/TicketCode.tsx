import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { formatListNumber } from '../patients/dated-number.ts'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { printTicket } from './print-ticket.ts'
import './TicketCode.css'

const PRINT_KEY = 'F9'

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

  return <TicketCode key={patient.id} patient={patient} hotkey={PRINT_KEY} />
}

export function TicketDialog({ patient, onClose }: { patient: Patient; onClose(): void }) {
  return (
    <Dialog aria-labelledby="ticket-title" onClose={onClose}>
      <h2 id="ticket-title" className="dialog__title">
        Ticket {formatListNumber(patient)}
      </h2>
      <TicketCode patient={patient} />
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

function TicketCode({ patient, hotkey }: { patient: Patient; hotkey?: string }) {
  const { id, label } = patient
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    unwrap(api.patients[':id'].ticket.$get({ param: { id: `${id}` } })).then(
      ticket => setUrl(ticket.url),
      cause => setProblem(getErrorMessage(cause, 'The ticket could not be loaded.')),
    )
  }, [id])

  return (
    <div className="ticket-code">
      {problem ? (
        <p role="alert">{problem}</p>
      ) : url ? (
        <>
          <QrCode text={url} label={`Ticket of #${label}`} />
          <AddressProblem url={url} />
        </>
      ) : (
        <div className="qr-code" aria-hidden />
      )}
      <Button data-once onClick={() => void printTicket(patient)}>
        <Printer size={16} aria-hidden />
        Print {hotkey && <kbd aria-hidden>{hotkey}</kbd>}
      </Button>
    </div>
  )
}
