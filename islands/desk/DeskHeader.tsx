import { Keyboard, RefreshCw, Search, Trash2, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { PHONE_QUERY } from '../shell/use-collapsed.ts'
import { Button } from '../ui/buttons/Button.tsx'
import type { Question } from '../ui/confirm/ConfirmDialog.tsx'
import type { MenuItem } from '../ui/menu/Menu.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useKeysDialog } from './KeysButton.tsx'
import { isSoundOn, switchSound } from './queue-alerts.ts'
import './DeskHeader.css'

const TicketDialog = onDemand(
  () => import('../ticket/TicketCode.tsx').then(loaded => loaded.TicketDialog),
  'The ticket could not be loaded. Please try again.',
)

const ConfirmDialog = onDemand(
  () => import('../ui/confirm/ConfirmDialog.tsx').then(loaded => loaded.ConfirmDialog),
  'The question could not be loaded. Please try again.',
)

type Props = {
  title: string
  desk: 'queue' | 'dispensary'
  about?: ReactNode
  /** Search and filters. */
  tools?: ReactNode
  onReset?(): void
  onRefresh(): void
  ticketOf: Patient | null
  onCloseTicket(): void
  question: Question | null
  onCloseQuestion(): void
}

export function DeskHeader({ title, desk, about, tools, onReset, question, ...props }: Props) {
  const [hasSearch, setSearch] = useState(false)
  const keys = useKeysDialog(desk, 'Keys')

  /** Lists the buttons as menu items, because a phone has no room for them. */
  function listItems(): MenuItem[] {
    const isOn = isSoundOn()
    const Volume = isOn ? VolumeX : Volume2
    const items: MenuItem[] = [
      { label: 'Keys', icon: <Keyboard size={16} aria-hidden />, onSelect: keys.open },
      {
        label: `Turn the soft sound ${isOn ? 'off' : 'on'}`,
        icon: <Volume size={16} aria-hidden />,
        onSelect: () => switchSound(!isOn),
      },
    ]
    if (!matchMedia(PHONE_QUERY).matches) return items
    const refresh = <RefreshCw size={16} aria-hidden />
    items.push({ label: 'Refresh', icon: refresh, onSelect: props.onRefresh })
    const reset = <Trash2 size={16} aria-hidden />
    if (onReset) items.push({ label: 'Reset Queue', icon: reset, onSelect: onReset })
    return items
  }

  return (
    <div className="desk-header" data-search={hasSearch}>
      <PageHeader title={title} about={about}>
        {tools}
        {tools && (
          <button
            type="button"
            className="icon-button desk-header__search"
            aria-label="Show the search"
            aria-expanded={hasSearch}
            onClick={() => setSearch(!hasSearch)}
          >
            <Search size={18} aria-hidden />
          </button>
        )}
        <Button
          className="desk-header__refresh"
          variant="quiet"
          aria-label="Refresh"
          data-tooltip="Refresh"
          onClick={props.onRefresh}
        >
          <RefreshCw size={16} aria-hidden />
          <span className="desk-header__word">Refresh</span>
        </Button>
        <MenuButton label="More" listItems={listItems} isBusy={false} />
        {onReset && (
          <Button
            className="desk-header__reset"
            variant="quiet"
            aria-label="Reset Queue"
            data-tooltip="Reset Queue"
            onClick={onReset}
          >
            <Trash2 size={16} aria-hidden />
            <span className="desk-header__word">Reset Queue</span>
          </Button>
        )}
      </PageHeader>
      {keys.dialog}
      {props.ticketOf && <TicketDialog patient={props.ticketOf} onClose={props.onCloseTicket} />}
      {question && <ConfirmDialog {...question} onClose={props.onCloseQuestion} />}
    </div>
  )
}
