const KEY = 'tv-token'

/** So that the short address opens this TV's picture after it was switched off. */
export function saveToken(token: string) {
  tryStorage(() => localStorage.setItem(KEY, token))
}

export function clearToken() {
  tryStorage(() => localStorage.removeItem(KEY))
}

export function loadToken(): string | null {
  return tryStorage(() => localStorage.getItem(KEY)) ?? null
}

/** Some TVs refuse to keep anything. */
function tryStorage<T>(use: () => T) {
  try {
    return use()
  } catch {
    return undefined
  }
}
