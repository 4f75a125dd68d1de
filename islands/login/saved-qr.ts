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

/** Opens the display page if the tab was reloaded after the sign-in, before that page opened. */
export function finishSignIn() {
  if (loadSavedQr() === null) return
  clearSavedQr()
  location.replace(DISPLAY_PAGE)
}
