import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Tab<Name extends string> = { name: Name; label: string; panel: ReactNode }

type Props<Name extends string> = {
  label: string
  tabs: Tab<Name>[]
  open: Name
  /** Pills are for tabs within a tab. */
  look?: 'line' | 'pills'
  onOpen(name: Name): void
}

/** One of several panels. The arrow keys, Home and End go from tab to tab and open it. */
export function Tabs<Name extends string>(props: Props<Name>) {
  const { label, tabs, open, look = 'line', onOpen } = props
  const id = useId()

  function walk(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex(({ name }) => name === open)
    const next = getTargetIndex(event.key, at, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onOpen(tab.name)
  }

  return (
    <div className={`tabs tabs--${look}`}>
      <div className="tabs__list" role="tablist" aria-label={label} onKeyDown={walk}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className="tabs__tab"
            aria-selected={name === open}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          id={`${id}-${name}-panel`}
          role="tabpanel"
          className="tabs__panel"
          aria-labelledby={`${id}-${name}`}
          hidden={name !== open}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}

/** Round and round, as the arrow keys do in every row of tabs. */
function getTargetIndex(key: string, at: number, count: number) {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
