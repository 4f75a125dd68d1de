/** `tv` or `kiosk`, as the page's address begins: a browser may be both. */
export function getKind() {
  return location.pathname.split('/')[1]
}

const getStorageKey = () => `${getKind()}-token`

/** The token lets `/tv` or `/kiosk` open the device's page again after a power cycle. */
export function saveToken(token: string) {
  tryStorage(() => localStorage.setItem(getStorageKey(), token))
}

export function clearToken() {
  tryStorage(() => localStorage.removeItem(getStorageKey()))
}

export function loadToken() {
  return tryStorage(() => localStorage.getItem(getStorageKey()))
}

/** Some TVs block localStorage. */
function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {}
}
