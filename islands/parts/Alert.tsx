import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What went wrong, standing where it did. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p className="alert" role="alert">
      <CircleAlert size={18} aria-hidden />
      {children}
    </p>
  )
}
