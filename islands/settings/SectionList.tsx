import { useEffect, useState } from 'react'
import './SectionList.css'

export type SectionName = { id: string; name: string }

/** Links to the sections of a long page; the one in sight is marked. */
export function SectionList({ sections }: { sections: SectionName[] }) {
  const inSight = useSectionInSight(sections)
  return (
    <nav className="section-list" aria-label="Sections of the settings">
      {sections.map(({ id, name }) => (
        <a
          key={id}
          className="nav-item section-list__link"
          href={`#${id}`}
          aria-current={id === inSight ? 'location' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

/** The id of the first section below the top quarter of the window. */
function useSectionInSight(sections: SectionName[]) {
  const [inSight, setInSight] = useState(sections[0]?.id)

  useEffect(() => {
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        const first = sections.find(({ id }) => visible.has(id))
        if (first) setInSight(first.id)
      },
      { rootMargin: '-25% 0px -50% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections])

  return inSight
}
