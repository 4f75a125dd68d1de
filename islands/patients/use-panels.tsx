import { type RefObject, useState } from 'react'
import { isFromKiosk } from '#domain/patients/patient'
import { preloadMenu } from '../ui/menu/MenuButton.tsx'
import { onDemand } from '../ui/on-demand.ts'
import type { PatientProps } from './patient-props.ts'

const loadReasons = () => import('./RequeueReasons.tsx').then(loaded => loaded.RequeueReasons)
const loadJourney = () => import('./Journey.tsx').then(loaded => loaded.Journey)
const Reasons = onDemand(loadReasons)
const Journey = onDemand(loadJourney)

/** Loads menus and panels early, so that they open without the network. */
export function preloadDetails() {
  preloadMenu()
  void loadReasons().catch(() => {})
  void loadJourney().catch(() => {})
}

/** Keeps journeys open while their patient moves between lists. */
const openJourneyIds = new Set<number>()

export function useJourney(id: number) {
  const [, setChanges] = useState(0)
  const isOpen = openJourneyIds.has(id)

  function toggle() {
    if (isOpen) openJourneyIds.delete(id)
    else openJourneyIds.add(id)
    setChanges(changes => changes + 1)
  }
  return [isOpen, toggle] as const
}

type Props = PatientProps & {
  isJourneyOpen: boolean
  area: RefObject<HTMLElement | null>
  opener: string
}

/** Panels below a patient. Cancel returns the focus to `opener`, a selector in `area`. */
export function PatientPanels({ isJourneyOpen, area, opener, ...props }: Props) {
  const { patient, holdPresets, timeZone, commands } = props
  return (
    <>
      {props.isRequeuing && props.getActions(patient).includes('Requeue') && (
        <Reasons
          presets={holdPresets}
          onCancel={() => {
            area.current?.querySelector<HTMLElement>(opener)?.focus()
            commands.Requeue(patient)
          }}
          onReason={(reason, holdMinutes) => commands.requeue(patient, reason, holdMinutes)}
        />
      )}
      {isJourneyOpen && (
        <Journey entries={patient.journey} isFromKiosk={isFromKiosk(patient)} timeZone={timeZone} />
      )}
    </>
  )
}
