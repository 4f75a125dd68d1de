import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import './Journey.css'

/** Keeps journeys open while their card moves between lists. */
const openJourneyIds = new Set<number>()

export function useJourney(patientId: number) {
  const [isOpen, setOpen] = useState(() => openJourneyIds.has(patientId))

  function toggle() {
    setOpen(!isOpen)
    if (isOpen) openJourneyIds.delete(patientId)
    else openJourneyIds.add(patientId)
  }

  return { isOpen, toggle }
}

type ToggleProps = { count: number; isOpen: boolean; describedBy: string; onToggle(): void }

export function JourneyToggle({ count, isOpen, describedBy, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className="icon-button journey-toggle"
      aria-label={`Patient Journey (${count})`}
      aria-expanded={isOpen}
      aria-describedby={describedBy}
      onClick={onToggle}
    >
      <ChevronDown size={18} aria-hidden />
    </button>
  )
}
