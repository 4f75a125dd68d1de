const KEY = 'qr-sign-in'

/** Lets the sign-in survive a reload of the page. */
export function loadSavedQr() {
  return sessionStorage.getItem(KEY)
}

export function saveQr(qrId: string) {
  sessionStorage.setItem(KEY, qrId)
}

export function clearSavedQr() {
  sessionStorage.removeItem(KEY)
}
