/** `code` is shown on the phone, to be typed on the TV. */
export type PhoneStep =
  | { step: 'login' }
  | { step: 'verify'; username: string; code: string }
  | { step: 'success' }
  | { step: 'expired'; because: string | null }

const key = (sessionId: string) => `qr-phone-${sessionId}`

export function loadSavedStep(sessionId: string): PhoneStep | null {
  const saved = sessionStorage.getItem(key(sessionId))
  // Only `saveStep` writes this key.
  return saved === null ? null : (JSON.parse(saved) as PhoneStep)
}

export function saveStep(sessionId: string, step: PhoneStep) {
  sessionStorage.setItem(key(sessionId), JSON.stringify(step))
}
