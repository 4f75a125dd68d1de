const KEY = 'tv-token'

/** The token lets `/tv` open this TV's page again after a power cycle. */
export function saveToken(token: string) {
  tryStorage(() => localStorage.setItem(KEY, token))
}

export function clearToken() {
  tryStorage(() => localStorage.removeItem(KEY))
}

export function loadToken(): string | null {
  return tryStorage(() => localStorage.getItem(KEY)) ?? null
}

/** Some TVs block localStorage. */
function tryStorage<T>(access: () => T) {
  try {
    return access()
  } catch {
    return undefined
  }
}
