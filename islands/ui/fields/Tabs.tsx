import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './Choice.css'
import '../tabs/tabs.css'

type Tab<Name extends string> = { name: Name; label: string; panel: ReactNode }

type Props<Name extends string> = {
  label: string
  tabs: Tab<Name>[]
  selected: Name
  variant?: 'line' | 'pills'
  onSelect(name: Name): void
}

export function Tabs<Name extends string>(props: Props<Name>) {
  const { label, tabs, selected, variant = 'line', onSelect } = props
  const id = useId()
  const [listClass, tabClass] =
    variant === 'pills' ? ['choice__options', 'choice__option'] : ['tabs__list', 'tabs__tab']

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const index = tabs.findIndex(({ name }) => name === selected)
    const nextIndex = getTargetIndex(event.key, index, tabs.length)
    const tab = nextIndex === null ? undefined : tabs[nextIndex]
    if (nextIndex === null || !tab) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus()
    onSelect(tab.name)
  }

  return (
    <div className="tabs">
      <div className={listClass} role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className={tabClass}
            aria-selected={name === selected}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
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
          hidden={name !== selected}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}

/** Returns the tab to focus. The arrow keys wrap around (ARIA tabs pattern). */
function getTargetIndex(key: string, index: number, count: number) {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
