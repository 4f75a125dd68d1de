import { DISPLAY_PAGE } from '#domain/auth/display-session'

const KEY = 'qr-sign-in'

export function loadSavedQr() {
  return sessionStorage.getItem(KEY)
}

export function saveQr(qrId: string) {
  sessionStorage.setItem(KEY, qrId)
}

export function clearSavedQr() {
  sessionStorage.removeItem(KEY)
}

/** This tab was signed in, and reloaded before it could ask whether to start the display. */
export function finishSignIn() {
  if (loadSavedQr() === null) return
  clearSavedQr()
  location.replace(DISPLAY_PAGE)
}
