import { type ReactNode, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { Button } from '../ui/buttons/Button.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { KeysButton } from './KeysButton.tsx'
import './DeskHeader.css'

const TicketDialog = onDemand(
  () => import('../ticket/TicketCode.tsx').then(loaded => loaded.TicketDialog),
  'The ticket could not be loaded. Please try again.',
)

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
  const [hasTools, setTools] = useState(false)

  return (
    <header className="desk-header row" data-tools={hasTools}>
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
        <Button variant="quiet" onClick={props.onRefresh}>
          Refresh
        </Button>
        <KeysButton screen={desk} label="Keys and sound" />
        {last}
      </div>
      {props.ticketOf && <TicketDialog patient={props.ticketOf} onClose={props.onCloseTicket} />}
    </header>
  )
}
