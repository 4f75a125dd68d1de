import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { printTicket } from './print-ticket.ts'
import './TicketCode.css'

type Props = {
  patient: Pick<Patient, 'id' | 'number'>
  hotkey?: string
}

export function TicketCode({ patient, hotkey }: Props) {
  const { id, number } = patient
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let isCurrent = true
    setUrl('')
    setProblem('')
    unwrap(api.patients[':id'].ticket.$get({ param: { id: `${id}` } })).then(
      ticket => isCurrent && setUrl(ticket.url),
      cause => isCurrent && setProblem(getErrorMessage(cause, 'The ticket could not be loaded.')),
    )
    return () => {
      isCurrent = false
    }
  }, [id])

  return (
    <div className="ticket-code">
      {problem ? (
        <p role="alert">{problem}</p>
      ) : url ? (
        <QrCode text={url} label={`Ticket of #${formatNumber(number)}`} />
      ) : (
        <div className="qr-code" aria-hidden />
      )}
      <Button onClick={() => void printTicket(patient)}>
        <Printer size={16} aria-hidden />
        Print {hotkey && <kbd aria-hidden>{hotkey}</kbd>}
      </Button>
    </div>
  )
}
