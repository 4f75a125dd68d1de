/** One line for a list without anyone, and what to do next. */
export function EmptyState({ words, hint }: { words: string; hint?: string }) {
  return (
    <div className="empty-state">
      <p className="empty-state__words">{words}</p>
      {hint && <p className="empty-state__hint">{hint}</p>}
    </div>
  )
}
