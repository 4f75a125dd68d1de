import { type MouseEvent, memo } from 'react'
import { PatientFacts, WaitingTimer } from './PatientFacts.tsx'
import { PatientName } from './PatientName.tsx'
import { PatientPanels, usePanels } from './PatientPanels.tsx'
import { ActionButton, PatientMenu } from './patient-actions.tsx'
import type { PatientProps } from './patient-props.ts'
import { useFocusRestore } from './use-focus-restore.ts'

/** Memoized: a screen may hold hundreds of rows. */
export const PatientRow = memo(function PatientRow(props: PatientProps) {
  const { patient, getActions, isBusy } = props
  const panels = usePanels(patient.id)
  const { isJourneyOpen, isRequeuing, setRequeuing, toggleJourney } = panels
  const focus = useFocusRestore<HTMLLIElement>([patient.id], isBusy)
  const actions = getActions(patient)
  const actionProps = { ...props, onRequeue: () => setRequeuing(!isRequeuing) }

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
        <p className="patient-row__facts" data-cut>
          <PatientFacts {...props} />
        </p>
        <WaitingTimer {...props} />
        {actions.includes('Call') && <ActionButton {...actionProps} action="Call" />}
        <PatientMenu {...actionProps} actions={actions.filter(action => action !== 'Call')} />
      </div>
      <PatientPanels
        {...props}
        panels={panels}
        onCancel={() => focus.ref.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()}
      />
    </li>
  )
})
