import { browserStorage } from './storage.ts'

/** `tv` or `kiosk`, as the page's address begins: a browser may be both. */
export function getKind() {
  return location.pathname.split('/')[1]
}

const getStorageKey = () => `${getKind()}-token`

/** The token lets `/tv` or `/kiosk` open the device's page again after a power cycle. */
export function saveToken(token: string) {
  browserStorage.setItem(getStorageKey(), token)
}

export function clearToken() {
  browserStorage.removeItem(getStorageKey())
}

export function loadToken() {
  return browserStorage.getItem(getStorageKey())
}
