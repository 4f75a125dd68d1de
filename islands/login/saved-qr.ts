import { DISPLAY_PAGE } from '#domain/pages'
import { tabStorage } from '../data/storage.ts'

const KEY = 'qr-sign-in'

export function loadSavedQr() {
  return tabStorage.getItem(KEY)
}

export function saveQr(qrId: string) {
  tabStorage.setItem(KEY, qrId)
}

export function clearSavedQr() {
  tabStorage.removeItem(KEY)
}

/** This tab was signed in, and reloaded before it could ask whether to start the display. */
export function finishSignIn() {
  if (loadSavedQr() === null) return
  clearSavedQr()
  location.replace(DISPLAY_PAGE)
}
