import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon?: LucideIcon; children: ReactNode }

export function Alert({ icon: Icon = CircleAlert, children }: Props) {
  return (
    <p className="alert status-line tone--danger" role="alert">
      <Icon size={18} aria-hidden />
      {children}
    </p>
  )
}
