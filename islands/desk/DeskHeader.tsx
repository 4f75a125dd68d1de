import { useSignals } from '@preact/signals-react/runtime'
import { Keyboard, RefreshCw, Search, Trash2, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PHONE_QUERY } from '../shell/use-sidebar.ts'
import { Button } from '../ui/buttons/Button.tsx'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useKeysDialog } from './KeysButton.tsx'
import type { Desk } from './model/desk-model.ts'
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
  screen: 'queue' | 'dispensary'
  desk: Desk
  about?: ReactNode
  tools?: ReactNode
  onReset?(): void
}

export function DeskHeader({ title, screen, desk, about, tools, onReset }: Props) {
  useSignals()
  const { ticketOf, question } = desk
  const [hasSearch, setSearch] = useState(false)
  const keys = useKeysDialog(screen, 'Keyboard shortcuts')

  /** Lists the buttons as menu items, because a phone has no room for them. */
  function listItems(): MenuItem[] {
    const isOn = isSoundOn()
    const Volume = isOn ? VolumeX : Volume2
    const items: MenuItem[] = [
      {
        label: 'Keyboard shortcuts',
        icon: <Keyboard size={16} aria-hidden />,
        onSelect: keys.open,
      },
      {
        label: `Turn ${isOn ? 'off' : 'on'} the alert sound`,
        icon: <Volume size={16} aria-hidden />,
        onSelect: () => switchSound(!isOn),
      },
    ]
    if (!matchMedia(PHONE_QUERY).matches) return items
    const refresh = <RefreshCw size={16} aria-hidden />
    items.push({ label: 'Refresh', icon: refresh, onSelect: desk.refresh })
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
          className="desk-header__refresh push"
          variant="quiet"
          aria-label="Refresh"
          data-tooltip="Refresh"
          onClick={desk.refresh}
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
      {ticketOf.value && (
        <TicketDialog patient={ticketOf.value} onClose={() => (ticketOf.value = null)} />
      )}
      {question.value && (
        <ConfirmDialog {...question.value} onClose={() => (question.value = null)} />
      )}
    </div>
  )
}
