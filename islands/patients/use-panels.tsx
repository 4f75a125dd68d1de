import { type RefObject, useState } from 'react'
import { preloadMenu } from '../ui/menu/MenuButton.tsx'
import { onDemand } from '../ui/on-demand.ts'
import type { PatientProps } from './patient-props.ts'

const loadReasons = () => import('./RequeueReasons.tsx').then(loaded => loaded.RequeueReasons)
const loadJourney = () => import('./Journey.tsx').then(loaded => loaded.Journey)
const Reasons = onDemand(loadReasons)
const Journey = onDemand(loadJourney)

/** Loads what a press opens, so that it opens without the network. */
export function preloadDetails() {
  preloadMenu()
  void loadReasons().catch(() => {})
  void loadJourney().catch(() => {})
}

/** Keeps journeys open while their patient moves between lists. */
const openJourneyIds = new Set<number>()

/** What opens below a patient. After Cancel the focus is on `opener`, a selector in `area`. */
export function usePanels(
  props: PatientProps,
  area: RefObject<HTMLElement | null>,
  opener: string,
) {
  const { patient, holdPresets, timeZone, commands } = props
  const [isJourneyOpen, setJourneyOpen] = useState(() => openJourneyIds.has(patient.id))
  const [isAsked, setAsked] = useState(false)
  const isRequeuing = isAsked && props.getActions(patient).includes('Requeue')

  function toggleJourney() {
    setJourneyOpen(!isJourneyOpen)
    if (isJourneyOpen) openJourneyIds.delete(patient.id)
    else openJourneyIds.add(patient.id)
  }

  const panels = (
    <>
      {isRequeuing && (
        <Reasons
          presets={holdPresets}
          onCancel={() => {
            setAsked(false)
            // The room's button is there only without the reasons.
            requestAnimationFrame(() => area.current?.querySelector<HTMLElement>(opener)?.focus())
          }}
          onReason={(reason, holdMinutes) => {
            setAsked(false)
            commands.requeue(patient, reason, holdMinutes)
          }}
        />
      )}
      {isJourneyOpen && <Journey entries={patient.journey} timeZone={timeZone} />}
    </>
  )
  const onRequeue = () => setAsked(!isRequeuing)
  return { isJourneyOpen, toggleJourney, isRequeuing, onRequeue, panels }
}
