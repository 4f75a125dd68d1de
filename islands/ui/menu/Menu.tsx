import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { ActionControl, type MenuItem } from './ActionControl.tsx'
import './Menu.css'

const GAP_PX = 4

type Props = {
  anchor: HTMLElement
  label: string
  title?: string | undefined
  items: MenuItem[]
  onClose(): void
}

/** Outside a portal, a row would clip the menu. See w3.org/WAI/ARIA/apg/patterns/menu-button. */
export function Menu({ anchor, label, title, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (menu.current) place(menu.current, anchor)
    listItems(menu.current)[0]?.focus()
  }, [anchor])

  useCloseOutside(menu, anchor, onClose)

  function select({ onSelect }: MenuItem) {
    anchor.focus()
    onClose()
    onSelect?.()
  }

  /** Closes if the focus moves elsewhere on the page, but not if it moves to another window. */
  function closeWithoutFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose()
  }

  function handleKey(event: KeyboardEvent) {
    const { key, ctrlKey, altKey, metaKey } = event
    // A letter finds an item, and must not run a hotkey of the screen.
    event.stopPropagation()
    if (key === 'Escape' || key === 'Tab') {
      anchor.focus()
      return onClose()
    }
    const target = ctrlKey || altKey || metaKey ? undefined : findTarget(menu.current, key)
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  return createPortal(
    <div
      ref={menu}
      className="menu frame"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={handleKey}
      onBlur={closeWithoutFocus}
      // React passes clicks from the portal to the row, which would open.
      onClick={event => event.stopPropagation()}
    >
      {title && (
        <p className="menu__title small breakable" aria-hidden translate="no">
          {title}
        </p>
      )}
      {items.map(item => (
        <ActionControl key={item.label} item={item} anchor={anchor} onSelect={() => select(item)} />
      ))}
    </div>,
    anchor.closest('dialog') ?? document.body,
  )
}

function useCloseOutside(
  menu: RefObject<HTMLElement | null>,
  anchor: HTMLElement,
  onClose: () => void,
) {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const isInside = (part: HTMLElement | null) =>
        target instanceof Node && part?.contains(target)
      if (!isInside(menu.current) && !isInside(anchor)) close()
    }
    const options = { capture: true, passive: true }
    const events = ['pointerdown', 'scroll', 'resize']
    for (const event of events) addEventListener(event, closeOutside, options)
    return () => {
      for (const event of events) removeEventListener(event, closeOutside, options)
    }
  }, [menu, anchor])
}

const listItems = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

function findTarget(menu: HTMLElement | null, key: string) {
  const items = listItems(menu)
  const at = items.findIndex(item => item.matches(':focus'))
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  switch (key) {
    case 'ArrowDown':
      return following[0]
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return following.find(item => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
  }
}

/** Places the menu next to the button if there is room, so that its column stays visible. */
function place(menu: HTMLElement, anchor: HTMLElement) {
  const { top, bottom, right } = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight, style } = menu
  const { clientWidth, clientHeight } = document.documentElement
  const isBeside = right + GAP_PX + offsetWidth + GAP_PX <= clientWidth
  const left = isBeside ? right + GAP_PX : Math.min(right, clientWidth - GAP_PX) - offsetWidth
  const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight
  const lowest = clientHeight - GAP_PX - offsetHeight
  const wanted = isBeside ? top : isAbove ? top - offsetHeight : bottom
  style.left = `${Math.max(GAP_PX, left)}px`
  style.top = `${Math.max(GAP_PX, Math.min(wanted, lowest))}px`
}
