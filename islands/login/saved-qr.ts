const KEY = 'qr-sign-in'

/** The QR code that this login page shows; it goes on when the page is loaded anew. */
export function rememberedQr() {
  return sessionStorage.getItem(KEY)
}

export function rememberQr(qrId: string) {
  sessionStorage.setItem(KEY, qrId)
}

export function forgetQr() {
  sessionStorage.removeItem(KEY)
}
