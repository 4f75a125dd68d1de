import { BellRing, CircleCheck, Pill, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Patient } from '#domain/patients/patient'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { PATIENT_DELETE_CONFIRM_MS } from '../ui/confirm-timeouts.ts'
import { type Action, getPrimaryAction } from './available-actions.ts'
import type { PatientCommands } from './steps.ts'
import { restoreFocusTo } from './use-focus-restore.ts'

const ICONS: Record<Action, ReactNode> = {
  Call: <BellRing size={16} aria-hidden />,
  'Call Again': <BellRing size={16} aria-hidden />,
  'Recall to Last Room': <Undo2 size={16} aria-hidden />,
  Dispense: <Pill size={16} aria-hidden />,
  Complete: <CircleCheck size={16} aria-hidden />,
  Requeue: <RotateCcw size={16} aria-hidden />,
  Delete: <Trash2 size={16} aria-hidden />,
}

/** The step behind a button; Requeue asks for a reason first. */
const STEPS: Partial<Record<Action, Exclude<keyof PatientCommands, 'requeue'>>> = {
  Call: 'call',
  'Call Again': 'call',
  'Recall to Last Room': 'recall',
  Dispense: 'dispense',
  Complete: 'complete',
}

type Props = {
  patient: Patient
  offered: (patient: Patient) => Action[]
  isBusy: boolean
  callIsDisabled: string | null
  recallIsDisabled: string | null
  isRequeuing: boolean
  steps: PatientCommands
  onRequeue(): void
}

/** The steps that a patient's state offers, always in the same order, one of them loud. */
export function PatientActions(props: Props) {
  const {
    patient,
    offered,
    isBusy,
    callIsDisabled,
    recallIsDisabled,
    isRequeuing,
    steps,
    onRequeue,
  } = props
  const loud = getPrimaryAction(patient)

  return (
    <div className="row-actions">
      {offered(patient).map(action => {
        if (action === 'Delete') {
          return (
            <ConfirmButton
              key={action}
              label={action}
              icon={ICONS[action]}
              revertsAfterMs={PATIENT_DELETE_CONFIRM_MS}
              disabledBecause={isBusy ? '' : null}
              describedBy={`patient-${patient.id}`}
              onConfirm={() => steps.remove(patient)}
            />
          )
        }
        const step = STEPS[action]
        const isCall = action === 'Call' || action === 'Call Again'
        const why = isCall
          ? callIsDisabled
          : action === 'Recall to Last Room'
            ? recallIsDisabled
            : null
        return (
          <Button
            key={action}
            look={action === loud ? 'primary' : 'plain'}
            disabled={isBusy || why !== null}
            title={why ?? undefined}
            aria-describedby={`patient-${patient.id}`}
            aria-expanded={action === 'Requeue' ? isRequeuing : undefined}
            onClick={event => {
              // Without a pointer: the keyboard expects its focus to go along.
              if (event.detail === 0) restoreFocusTo(patient.id)
              if (step) steps[step](patient)
              else onRequeue()
            }}
          >
            {ICONS[action]}
            {action}
          </Button>
        )
      })}
    </div>
  )
}
