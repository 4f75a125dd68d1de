import type { LucideIcon } from 'lucide-react'

type Props = { message: string; hint?: string; Icon?: LucideIcon }

/** Says what is missing, and below it what comes next. */
export function EmptyState({ message, hint, Icon }: Props) {
  return (
    <div className="empty-state">
      {Icon && (
        <span className="empty-state__icon">
          <Icon size={26} aria-hidden />
        </span>
      )}
      {/* The space keeps the sentences apart where the lines are read as one text. */}
      <p className="empty-state__text">{message}</p> {hint && <p>{hint}</p>}
    </div>
  )
}
