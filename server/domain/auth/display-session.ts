/** The only page of a session that has become a display's. */
export const DISPLAY_PAGE = '/?fullscreen=1'

/** Marks a refusal: a page that was opened before, in another tab, must go. */
export const DISPLAY_ONLY_HEADER = 'x-display-only'

/**
 * The name of a session's live connections. A display's differs, so that the staff connections of
 * a session end when it becomes a display's, on every machine.
 */
export function getConnectionName({ id, kind }: { id: string; kind: 'staff' | 'tv' }) {
  return kind === 'tv' ? `display:${id}` : id
}
