import {
  BellRing,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  Pill,
  RotateCcw,
  Stethoscope,
  UserX,
} from 'lucide-react'
import type { Patient, Status } from '#domain/patients/patient'
import './badge.css'

type Badge = { label: string; Icon: LucideIcon }

const BADGES: Record<Status, Badge> = {
  waiting: { label: 'Waiting', Icon: Hourglass },
  called: { label: 'Called', Icon: BellRing },
  'in-progress': { label: 'In Progress', Icon: Stethoscope },
  completed: { label: 'Completed', Icon: CircleCheck },
  requeue: { label: 'Requeue', Icon: RotateCcw },
  'no-show': { label: 'No-show', Icon: UserX },
}
const DISPENSARY: Badge = { label: 'Ready for Dispensary', Icon: Pill }

type Props = Pick<Patient, 'status' | 'readyForDispensary'>

export function StatusBadge({ status, readyForDispensary }: Props) {
  const waitsForMedicine = readyForDispensary && status === 'waiting'
  const { label, Icon } = waitsForMedicine ? DISPENSARY : BADGES[status]
  return (
    <span className={`badge badge--${waitsForMedicine ? 'dispensary' : status}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}
