/** What this phone is asked for. `code` is the one that it shows, for the TV. */
export type PhoneStep =
  | { step: 'login' }
  | { step: 'verify'; username: string; code: string }
  | { step: 'success' }
  | { step: 'expired'; because: string | null }

const key = (sessionId: string) => `qr-phone-${sessionId}`

/** How far this phone was before its page was loaded anew. */
export function loadSavedStep(sessionId: string): PhoneStep | null {
  const kept = sessionStorage.getItem(key(sessionId))
  // Only `rememberStep` writes there.
  return kept === null ? null : (JSON.parse(kept) as PhoneStep)
}

export function saveStep(sessionId: string, step: PhoneStep) {
  sessionStorage.setItem(key(sessionId), JSON.stringify(step))
}
