import type { LucideIcon } from 'lucide-react'

type Props = { message: string; hint?: string; Icon?: LucideIcon }

export function EmptyState({ message, hint, Icon }: Props) {
  return (
    <div className="empty-state">
      {Icon && (
        <span className="empty-state__icon">
          <Icon size={26} aria-hidden />
        </span>
      )}
      {/* The space separates the sentences if the lines are read as one text. */}
      <p className="empty-state__text">{message}</p> {hint && <p>{hint}</p>}
    </div>
  )
}
