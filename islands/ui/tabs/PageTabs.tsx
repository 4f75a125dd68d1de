import { type MouseEvent, useEffect, useRef, useState } from 'react'
import './tabs.css'

type Tab<Id extends string> = { id: Id; name: string; href: string; unsaved?: number }

type Props<Id extends string> = {
  label: string
  tabs: Tab<Id>[]
  current: string
  onSelect(tab: Tab<Id>): void
}

export function PageTabs<Id extends string>({ label, tabs, current, onSelect }: Props<Id>) {
  const list = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the chosen tab may be out of view
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
    list.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - 48 })
  }, [current])

  function handleClick(event: MouseEvent, tab: Tab<Id>) {
    // A new tab or window loads the page by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect(tab)
  }

  return (
    <nav ref={list} className="tabs__list page-tabs" aria-label={label}>
      {tabs.map(tab => (
        <a
          key={tab.id}
          className="tabs__tab line"
          href={tab.href}
          aria-current={tab.id === current ? 'page' : undefined}
          onClick={event => handleClick(event, tab)}
        >
          {tab.name}
          {tab.unsaved ? (
            <span className="page-tabs__count fine strong tone--priority">
              {tab.unsaved}
              <span className="visually-hidden"> unsaved</span>
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  )
}

export function usePageTab(parameter: string, initial: string) {
  const [id, setId] = useState(initial)

  useEffect(() => {
    const follow = () => setId(new URLSearchParams(location.search).get(parameter) ?? initial)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [parameter, initial])

  function select(tab: { id: string; href: string }) {
    history.pushState(null, '', tab.href)
    setId(tab.id)
    scrollTo(0, 0)
  }

  return [id, select] as const
}
