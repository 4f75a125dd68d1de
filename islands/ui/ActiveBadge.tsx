import { Circle, CircleCheck } from 'lucide-react'
import './badge.css'

type Props = { isActive: boolean; label?: string }

export function ActiveBadge({ isActive, label = isActive ? 'Active' : 'Inactive' }: Props) {
  const Icon = isActive ? CircleCheck : Circle
  return (
    <span className={`badge badge--${isActive ? 'called' : 'completed'}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}
