import { type MouseEvent, memo } from 'react'
import { useFocusRestore } from './focus.ts'
import { PatientFacts, WaitingTimer } from './PatientFacts.tsx'
import { PatientName } from './PatientName.tsx'
import { ActionButton, PatientMenu } from './patient-actions.tsx'
import type { PatientProps } from './patient-props.ts'
import { usePanels } from './use-panels.tsx'

/** Memoized: a screen may hold hundreds of rows. */
export const PatientRow = memo(function PatientRow(props: PatientProps) {
  const { patient, getActions, isBusy } = props
  const focus = useFocusRestore<HTMLLIElement>([patient.id], isBusy)
  const opened = usePanels(props, focus.ref, '[aria-haspopup]')
  const { isJourneyOpen, toggleJourney, onRequeue, panels } = opened
  const actions = getActions(patient)
  const actionProps = { ...props, onRequeue }

  /** The whole row is a target for the pointer; the keyboard has the name's button. */
  function openByPointer({ target }: MouseEvent) {
    const isControl = (target as Element).closest('button, form, .journey')
    if (!isControl && getSelection()?.isCollapsed !== false) toggleJourney()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a button that does the same
    <li
      {...focus}
      className="patient-row"
      data-patient={patient.id}
      data-status={patient.status}
      data-priority={patient.isPriority}
      data-open={isJourneyOpen}
      aria-busy={isBusy}
      onClick={openByPointer}
    >
      <div className="patient-row__line">
        <PatientName patient={patient} isOpen={isJourneyOpen} onToggle={toggleJourney} />
        <p className="patient-row__facts soft" data-cut>
          <PatientFacts {...props} />
        </p>
        <WaitingTimer {...props} />
        {actions.includes('Call') && <ActionButton {...actionProps} action="Call" />}
        <PatientMenu {...actionProps} actions={actions.filter(action => action !== 'Call')} />
      </div>
      {panels}
    </li>
  )
})
