import { type MouseEvent, useEffect, useState } from 'react'
import { SECTIONS, type SectionId } from '#domain/settings/cards'

type Props = { sections: SectionId[]; current: SectionId; onSelect(id: SectionId): void }

export function SectionList({ sections, current, onSelect }: Props) {
  function handleClick(event: MouseEvent, id: SectionId) {
    // A new tab or window loads the page by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect(id)
  }

  return (
    <nav className="section-list" aria-label="Sections of the settings">
      {sections.map(id => (
        <a
          key={id}
          className="nav-item section-list__link"
          href={getAddress(id)}
          aria-current={id === current ? 'page' : undefined}
          onClick={event => handleClick(event, id)}
        >
          {SECTIONS[id].name}
        </a>
      ))}
    </nav>
  )
}

/** The section of the page's address, without a reload: unsaved edits stay. */
export function useSection(initial: string) {
  const [section, setSection] = useState(initial)

  useEffect(() => {
    const follow = () => setSection(new URLSearchParams(location.search).get('section') ?? initial)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [initial])

  function select(id: string) {
    history.pushState(null, '', getAddress(id))
    setSection(id)
    scrollTo(0, 0)
  }

  return [section, select] as const
}

function getAddress(id: string) {
  return `/settings?section=${id}`
}
