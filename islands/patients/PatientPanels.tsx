import { useState } from 'react'
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

export function usePanels(patientId: number) {
  const [isJourneyOpen, setJourneyOpen] = useState(() => openJourneyIds.has(patientId))
  const [isRequeuing, setRequeuing] = useState(false)

  return {
    isJourneyOpen,
    isRequeuing,
    setRequeuing,
    toggleJourney() {
      setJourneyOpen(!isJourneyOpen)
      if (isJourneyOpen) openJourneyIds.delete(patientId)
      else openJourneyIds.add(patientId)
    },
  }
}

type Props = PatientProps & {
  panels: ReturnType<typeof usePanels>
  /** Gives the focus back after Cancel. */
  onCancel(): void
}

export function PatientPanels(props: Props) {
  const { patient, panels, holdPresets, timeZone, commands, onCancel } = props
  const { isJourneyOpen, isRequeuing, setRequeuing } = panels
  const isAsked = isRequeuing && props.getActions(patient).includes('Requeue')

  return (
    <>
      {isAsked && (
        <Reasons
          presets={holdPresets}
          onCancel={() => {
            setRequeuing(false)
            onCancel()
          }}
          onReason={(reason, holdMinutes) => {
            setRequeuing(false)
            commands.requeue(patient, reason, holdMinutes)
          }}
        />
      )}
      {isJourneyOpen && <Journey entries={patient.journey} timeZone={timeZone} />}
    </>
  )
}
