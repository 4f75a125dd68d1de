import {
  BellRing,
  CircleCheck,
  Eraser,
  Pill,
  RotateCcw,
  Stethoscope,
  Ticket,
  Trash2,
  Undo2,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, getListName } from '#domain/patients/patient'
import type { Action } from '#domain/queue/available-actions'
import { Button } from '../ui/buttons/Button.tsx'
import type { MenuItem } from '../ui/menu/Menu.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { describeBy } from '../ui/tooltips/describe.ts'
import type { PatientProps } from './patient-props.ts'

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

const DELETE_CONFIRM_MS = 3_000

export const CALL_HINT_ID = 'call-hint'

type Props = PatientProps & { onRequeue(): void }

function run(action: Action, { patient, commands, onRequeue }: Props) {
  if (action === 'Requeue') onRequeue()
  else commands[action](patient)
}

function getDisabledReason(action: Action, props: Props) {
  if (action === 'Recall to Last Room') return props.recallDisabledReason
  return action === 'Call' || action === 'Call Again' ? props.callDisabledReason : null
}

type ButtonProps = Props & {
  action: Action
  isPrimary?: boolean
  hotkey?: string
}

export function ActionButton({ action, isPrimary = false, hotkey, ...props }: ButtonProps) {
  const { patient, isBusy } = props
  return (
    <Button
      variant={isPrimary ? 'primary' : 'plain'}
      disabled={isBusy}
      disabledReason={getDisabledReason(action, props)}
      {...(action === 'Call' ? describeBy(CALL_HINT_ID) : {})}
      aria-label={`${action} #${formatNumber(patient.number)} ${getListName(patient)}`}
      data-action={action}
      onClick={() => run(action, props)}
    >
      {ICONS[action]}
      {action}
      {hotkey && <kbd aria-hidden>{hotkey}</kbd>}
    </Button>
  )
}

type MenuProps = Props & { actions: Action[] }

export function PatientMenu({ actions, ...props }: MenuProps) {
  const { patient, commands, isBusy, hasTickets, canForget } = props
  const items: MenuItem[] = actions.map(action => ({
    label: action,
    icon: ICONS[action],
    disabledReason: getDisabledReason(action, props),
    ...(action === 'Delete' ? { confirmMs: DELETE_CONFIRM_MS } : {}),
    onSelect: () => run(action, props),
  }))
  if (hasTickets) {
    const icon = <Ticket size={16} aria-hidden />
    items.splice(-1, 0, { label: 'Ticket', icon, onSelect: () => commands.showTicket(patient) })
  }
  if (canForget && patient.name) {
    const icon = <Eraser size={16} aria-hidden />
    items.splice(-1, 0, { label: 'Forget name', icon, onSelect: () => commands.forget(patient) })
  }
  const label = `More for #${formatNumber(patient.number)} ${getListName(patient)}`
  return <MenuButton {...{ label, items, isBusy }} />
}
