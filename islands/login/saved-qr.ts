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
