export function EmptyState({ message, hint }: { message: string; hint?: string }) {
  return (
    <div className="empty-state soft">
      <p className="empty-state__text">{message}</p>
      {hint && <p>{hint}</p>}
    </div>
  )
}
