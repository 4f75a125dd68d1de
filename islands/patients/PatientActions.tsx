import {
  BellRing,
  CircleCheck,
  Pill,
  RotateCcw,
  Stethoscope,
  Trash2,
  Undo2,
  UserX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx'
import { PATIENT_DELETE_CONFIRM_MS } from '../ui/buttons/confirm-timeouts.ts'
import { describe } from '../ui/tooltips/describe.ts'
import { type Action, getPrimaryAction, RARE_ACTIONS } from './available-actions.ts'

export type PatientCommands = Record<
  | 'call'
  | 'recall'
  | 'dispense'
  | 'complete'
  | 'start'
  | 'missed'
  | 'noShow'
  | 'bringBack'
  | 'remove',
  (patient: Patient) => void
> & {
  /** With minutes, the patient returns to the queue after them. */
  requeue(patient: Patient, reason: string, holdMinutes: number | null): void
}

const ICONS: Record<Action, ReactNode> = {
  Call: <BellRing size={16} aria-hidden />,
  'Call Again': <BellRing size={16} aria-hidden />,
  'Recall to Last Room': <Undo2 size={16} aria-hidden />,
  Dispense: <Pill size={16} aria-hidden />,
  Complete: <CircleCheck size={16} aria-hidden />,
  Requeue: <RotateCcw size={16} aria-hidden />,
  Start: <Stethoscope size={16} aria-hidden />,
  Missed: <UserX size={16} aria-hidden />,
  'No-show': <UserX size={16} aria-hidden />,
  'Bring Back': <Undo2 size={16} aria-hidden />,
  Delete: <Trash2 size={16} aria-hidden />,
}

const COMMANDS: Partial<Record<Action, Exclude<keyof PatientCommands, 'requeue'>>> = {
  Call: 'call',
  'Call Again': 'call',
  'Recall to Last Room': 'recall',
  Dispense: 'dispense',
  Complete: 'complete',
  Start: 'start',
  Missed: 'missed',
  'No-show': 'noShow',
  'Bring Back': 'bringBack',
}

type Props = {
  patient: Patient
  getActions: (patient: Patient) => Action[]
  isBusy: boolean
  callDisabledReason: string | null
  recallDisabledReason: string | null
  isRequeuing: boolean
  isElsewhere: boolean
  callHint: string | null
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
  const [isOpen, setOpen] = useState(false)
  const primary = props.isElsewhere || props.callHint ? null : getPrimaryAction(patient)
  const actions = getActions(patient)
  const rare = actions.filter(action => RARE_ACTIONS.includes(action))

  function renderAction(action: Action) {
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
        variant={action === primary ? 'primary' : 'plain'}
        disabled={isBusy}
        disabledReason={disabledReason}
        {...describe(isCall ? props.callHint : null)}
        aria-label={`${action} #${formatNumber(patient.number)} ${getListName(patient)}`}
        data-action={action}
        aria-expanded={action === 'Requeue' ? isRequeuing : undefined}
        onClick={() => {
          setOpen(false)
          if (command) commands[command](patient)
          else onRequeue()
        }}
      >
        {ICONS[action]}
        {action}
      </Button>
    )
  }

  return (
    <div className="row-actions">
      {actions.filter(action => action !== 'Delete' && !rare.includes(action)).map(renderAction)}
      {isOpen && rare.map(renderAction)}
      {rare.length > 0 && (
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-expanded={isOpen}
          aria-describedby={`patient-${patient.id}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </Button>
      )}
      <ConfirmButton
        label="Delete"
        icon={ICONS.Delete}
        timeoutMs={PATIENT_DELETE_CONFIRM_MS}
        disabledReason={isBusy ? '' : null}
        describedBy={`patient-${patient.id}`}
        onConfirm={() => commands.remove(patient)}
      />
    </div>
  )
}
