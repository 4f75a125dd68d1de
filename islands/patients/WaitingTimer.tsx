import { Clock } from 'lucide-react'
import { getWaitingTimer } from './waiting-time.ts'

export function WaitingTimer({ minutes }: { minutes: number }) {
  const { label, colour } = getWaitingTimer(minutes)
  return (
    <span className={`waiting-timer waiting-timer--${colour}`} title="Waiting time">
      <Clock size={14} aria-hidden />
      {label}
    </span>
  )
}
