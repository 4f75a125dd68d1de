import { type MouseEvent, memo } from 'react'
import { useFocusRestore } from './focus.ts'
import {
  listFacts,
  listTypedFacts,
  PatientFacts,
  PatientName,
  PatientNumber,
  WaitingTimer,
} from './PatientFacts.tsx'
import { ActionButton, PatientMenu } from './patient-actions.tsx'
import type { PatientProps } from './patient-props.ts'
import { PatientPanels, useJourney } from './use-panels.tsx'

/** `whyNext`: only if this patient is next. `isSmall`: narrow column. `hotkey`: key of a button. */
type Props = PatientProps & { whyNext?: string; isSmall?: boolean; hotkey?: string }

/** Memoized, because a screen may hold hundreds of rows. */
export const PatientRow = memo(function PatientRow({
  whyNext,
  isSmall = false,
  hotkey,
  ...props
}: Props) {
  const { patient, getActions, isBusy } = props
  const focus = useFocusRestore<HTMLLIElement>([patient.id], isBusy)
  const [isJourneyOpen, toggleJourney] = useJourney(patient.id)
  const actions = getActions(patient)
  const inRow = props.awayMinutes === null ? 'Call' : 'Bring back'
  const facts = [...listFacts(props), ...(isJourneyOpen ? listTypedFacts(patient) : [])]
  const isNext = whyNext !== undefined
  const isPlain = facts.length === 0 && !isNext && !isJourneyOpen

  /** Makes the whole row a target for the pointer. The keyboard uses the name's button. */
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
      data-open={isJourneyOpen}
      data-plain={isPlain}
      aria-busy={isBusy}
      onClick={openByPointer}
    >
      <div
        className="patient-row__line"
        data-next={isNext}
        data-small={isSmall}
        data-plain={isPlain}
      >
        <PatientNumber patient={patient} isNext={isNext} isSmall={isSmall} />
        <div className="patient-row__who">
          {isNext && <span className="next-mark fine">NEXT</span>}
          <PatientName patient={patient} isOpen={isJourneyOpen} onToggle={toggleJourney} />
          {patient.queue && ' '}
          {patient.queue && (
            <span className="queue-mark soft fine medium breakable" translate="no">
              {patient.queue.name}
            </span>
          )}
        </div>
        <p
          className={`patient-row__facts soft small ${isSmall ? 'joined' : ''}`}
          data-plain={isPlain}
        >
          {isNext && <span className="fact">{whyNext}</span>}
          <PatientFacts
            facts={facts}
            patient={patient}
            hasBadge={isJourneyOpen || (patient.status === 'requeue' && !isSmall)}
          />
          {isSmall && (isJourneyOpen || props.awayMinutes === null) && <WaitingTimer {...props} />}
        </p>
        {!isSmall && <WaitingTimer {...props} />}
        {actions.includes(inRow) && (
          <ActionButton {...props} action={inRow} isNext={isNext} {...(hotkey ? { hotkey } : {})} />
        )}
        <div className="patient-row__menu">
          <PatientMenu
            {...props}
            actions={actions.filter(action => action !== inRow)}
            onJourney={toggleJourney}
          />
        </div>
      </div>
      <PatientPanels
        {...props}
        isJourneyOpen={isJourneyOpen}
        area={focus.ref}
        opener="[aria-haspopup]"
      />
    </li>
  )
})
