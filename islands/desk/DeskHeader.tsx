import { type ReactNode, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { KeysButton } from './KeysButton.tsx'
import './DeskHeader.css'

const loadTicket = () => import('../ticket/TicketDialog.tsx').then(loaded => loaded.TicketDialog)

type Props = {
  title: string
  desk: 'queue' | 'dispensary'
  children?: ReactNode
  last?: ReactNode
  onRefresh(): void
  ticketOf: Patient | null
  onCloseTicket(): void
}

export function DeskHeader({ title, desk, children, last, ...props }: Props) {
  const { ticketOf, onRefresh, onCloseTicket } = props
  const [hasTools, setTools] = useState(false)
  const Ticket = useOnDemand(loadTicket, {
    isWanted: ticketOf !== null,
    onFailure() {
      onCloseTicket()
      toastError('Error', 'The ticket could not be loaded. Please try again.')
    },
  })

  return (
    <header className="desk-header" data-tools={hasTools}>
      <h1 className="desk-header__title">{title}</h1>
      <Button
        className="desk-header__more"
        aria-expanded={hasTools}
        onClick={() => setTools(!hasTools)}
      >
        Tools
      </Button>
      {children}
      <div className="desk-header__actions">
        <Button variant="quiet" onClick={onRefresh}>
          Refresh
        </Button>
        <KeysButton screen={desk} label="Keys and sound" />
        {last}
      </div>
      {ticketOf && Ticket && <Ticket patient={ticketOf} onClose={onCloseTicket} />}
    </header>
  )
}
