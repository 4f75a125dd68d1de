import { Circle, CircleCheck } from 'lucide-react'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const Icon = isActive ? CircleCheck : Circle
  return (
    <span className={`badge tone--${isActive ? 'called' : 'completed'}`}>
      <Icon size={14} aria-hidden />
      {isActive ? 'Active' : 'Inactive'}
    </span>
  )
}
