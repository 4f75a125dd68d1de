const KEY = 'qr-sign-in'

/** The QR code that this login page shows; it goes on when the page is loaded anew. */
export function loadSavedQr() {
  return sessionStorage.getItem(KEY)
}

export function saveQr(qrId: string) {
  sessionStorage.setItem(KEY, qrId)
}

export function clearSavedQr() {
  sessionStorage.removeItem(KEY)
}
