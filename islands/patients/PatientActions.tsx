import { BellRing, CircleCheck, Pill, RotateCcw, Stethoscope, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Patient } from '#domain/patients/patient'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { PATIENT_DELETE_CONFIRM_MS } from '../ui/confirm-timeouts.ts'
import { type Action, getPrimaryAction } from './available-actions.ts'
import type { PatientCommands } from './patient-commands.ts'
import { restoreFocusTo } from './use-focus-restore.ts'

const ICONS: Record<Action, ReactNode> = {
  Call: <BellRing size={16} aria-hidden />,
  'Call Again': <BellRing size={16} aria-hidden />,
  'Recall to Last Room': <Undo2 size={16} aria-hidden />,
  Dispense: <Pill size={16} aria-hidden />,
  Complete: <CircleCheck size={16} aria-hidden />,
  Requeue: <RotateCcw size={16} aria-hidden />,
  Start: <Stethoscope size={16} aria-hidden />,
  Delete: <Trash2 size={16} aria-hidden />,
}

const COMMANDS: Partial<Record<Action, Exclude<keyof PatientCommands, 'requeue'>>> = {
  Call: 'call',
  'Call Again': 'call',
  'Recall to Last Room': 'recall',
  Dispense: 'dispense',
  Complete: 'complete',
  Start: 'start',
}

type Props = {
  patient: Patient
  getActions: (patient: Patient) => Action[]
  isBusy: boolean
  callDisabledReason: string | null
  recallDisabledReason: string | null
  isRequeuing: boolean
  commands: PatientCommands
  onRequeue(): void
}

export function PatientActions(props: Props) {
  const {
    patient,
    getActions,
    isBusy,
    callDisabledReason,
    recallDisabledReason,
    isRequeuing,
    commands,
    onRequeue,
  } = props
  const primary = getPrimaryAction(patient)

  return (
    <div className="row-actions">
      {getActions(patient).map(action => {
        if (action === 'Delete') {
          return (
            <ConfirmButton
              key={action}
              label={action}
              icon={ICONS[action]}
              timeoutMs={PATIENT_DELETE_CONFIRM_MS}
              disabledReason={isBusy ? '' : null}
              describedBy={`patient-${patient.id}`}
              onConfirm={() => commands.remove(patient)}
            />
          )
        }
        const command = COMMANDS[action]
        const isCall = action === 'Call' || action === 'Call Again'
        const disabledReason = isCall
          ? callDisabledReason
          : action === 'Recall to Last Room'
            ? recallDisabledReason
            : null
        return (
          <Button
            key={action}
            variant={getVariant(action, primary)}
            disabled={isBusy || disabledReason !== null}
            title={disabledReason ?? undefined}
            aria-describedby={`patient-${patient.id}`}
            aria-expanded={action === 'Requeue' ? isRequeuing : undefined}
            onClick={event => {
              // `detail` is 0 for a press by keyboard, whose focus follows the card.
              if (event.detail === 0) restoreFocusTo(patient.id)
              if (command) commands[command](patient)
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

/** Start is optional in a clinic's day. */
function getVariant(action: Action, primary: Action | null) {
  if (action === primary) return 'primary'
  return action === 'Start' ? 'quiet' : 'plain'
}
