import { type MouseEvent, useEffect, useState } from 'react'

type Section = { id: string; name: string }
type Props = { sections: Section[]; current: string; onSelect(id: string): void }

export function SectionList({ sections, current, onSelect }: Props) {
  function handleClick(event: MouseEvent, id: string) {
    // A new tab or window loads the page by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect(id)
  }

  return (
    <nav className="section-list" aria-label="Sections of the settings">
      {sections.map(({ id, name }) => (
        <a
          key={id}
          className="nav-item section-list__link"
          href={getAddress(id)}
          aria-current={id === current ? 'page' : undefined}
          onClick={event => handleClick(event, id)}
        >
          {name}
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
