import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { onDemand } from '../on-demand.ts'
import type { MenuItem } from './ActionControl.tsx'

const loadMenu = () => import('./Menu.tsx').then(loaded => loaded.Menu)
const Menu = onDemand(loadMenu)

export function preloadMenu() {
  void loadMenu().catch(() => {})
}

type Props = { label: string; title?: string; listItems(): MenuItem[]; isBusy: boolean }

export function MenuButton({ label, title, listItems, isBusy }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        disabled={isBusy}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      {isOpen && button.current && (
        <Menu
          anchor={button.current}
          label={label}
          title={title}
          items={listItems()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
