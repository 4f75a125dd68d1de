import {
  ArrowRightLeft,
  BellRing,
  CircleCheck,
  Eraser,
  Footprints,
  Lock,
  Pill,
  RotateCcw,
  Stethoscope,
  Ticket,
  Trash2,
  Undo2,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isMovable } from '#domain/patients/patient'
import type { Action } from '#domain/queue/available-actions'
import { getQueueName } from '#domain/queues/patient-queue'
import { Button } from '../ui/buttons/Button.tsx'
import type { MenuItem } from '../ui/menu/ActionControl.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { describeBy } from '../ui/tooltips/describe.ts'
import { formatNumberAndName } from './dated-number.ts'
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
  'Bring back': <Undo2 size={16} aria-hidden />,
  Delete: <Trash2 size={16} aria-hidden />,
}

const DELETE_CONFIRM_MS = 3_000

export const CALL_HINT_ID = 'call-hint'

function getDisabledReason(action: Action, props: PatientProps) {
  if (action === 'Recall to Last Room') return props.recallDisabledReason
  return action === 'Call' || action === 'Call Again' ? props.callDisabledReason : null
}

type ButtonProps = PatientProps & { action: Action; isNext?: boolean; hotkey?: string }

export function ActionButton({ action, isNext = false, hotkey, ...props }: ButtonProps) {
  const { patient, isBusy, commands } = props
  const isCall = action === 'Call'
  const word = action === 'Bring back' ? 'Back' : action
  const whom = ` ${formatNumberAndName(patient)}`
  return (
    <Button
      className={`row-button small ${isCall ? 'row-button--call' : ''} ${isNext ? 'row-button--next' : ''}`}
      disabled={isBusy}
      disabledReason={getDisabledReason(action, props)}
      {...(isCall ? describeBy(CALL_HINT_ID) : {})}
      {...(hotkey ? {} : { 'aria-label': `${word}${whom}` })}
      data-action={action}
      onClick={() => commands[action](patient)}
    >
      {isCall && <Lock className="row-button__lock" size={14} aria-hidden />}
      <span className="row-button__word">{word}</span>
      {hotkey && (
        <>
          <span className="visually-hidden">{whom}</span>
          <kbd aria-hidden>{hotkey}</kbd>
        </>
      )}
    </Button>
  )
}

type MenuProps = PatientProps & { actions: Action[]; onJourney(): void }

export function PatientMenu({ actions, onJourney, ...props }: MenuProps) {
  const { patient, commands, isBusy, hasTickets, canForget } = props

  /** Puts Delete last, apart from other destructive items. */
  function listItems(): MenuItem[] {
    const replacement = commands.getReplacement(patient)
    return [
      replacement && {
        label: replacement.label,
        icon: <CircleCheck size={16} aria-hidden />,
        onSelect: replacement.run,
      },
      ...actions.filter(action => action !== 'Delete').map(action => toItem(action, props)),
      ...listMoves(props),
      canForget &&
        patient.name !== null && {
          label: 'Forget name',
          icon: <Eraser size={16} aria-hidden />,
          onSelect: () => commands.forget(patient),
        },
      hasTickets && {
        label: 'Ticket',
        icon: <Ticket size={16} aria-hidden />,
        onSelect: () => commands.showTicket(patient),
      },
      {
        label: 'Patient Journey',
        icon: <Footprints size={16} aria-hidden />,
        onSelect: onJourney,
      },
      { ...toItem('Delete', props), confirmMs: DELETE_CONFIRM_MS },
    ].filter(item => !!item)
  }

  const title = formatNumberAndName(patient)
  return <MenuButton label={`More for ${title}`} {...{ title, listItems, isBusy }} />
}

function listMoves({ patient, queues, commands }: PatientProps): MenuItem[] {
  if (queues.length === 0 || !isMovable(patient)) return []
  return [null, ...queues]
    .filter(queue => queue?.id !== patient.queue?.id)
    .map(queue => ({
      label: `Move to ${getQueueName(queue)}`,
      icon: <ArrowRightLeft size={16} aria-hidden />,
      onSelect: () => commands.moveTo(patient, queue),
    }))
}

function toItem(action: Action, props: PatientProps): MenuItem {
  return {
    label: action,
    icon: ICONS[action],
    disabledReason: getDisabledReason(action, props),
    onSelect: () => props.commands[action](props.patient),
  }
}
