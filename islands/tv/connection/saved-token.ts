const KEY = 'tv-token'

/** So that the short address opens this TV's picture after it was switched off. */
export function remember(token: string) {
  quietly(() => localStorage.setItem(KEY, token))
}

export function forget() {
  quietly(() => localStorage.removeItem(KEY))
}

export function remembered(): string | null {
  return quietly(() => localStorage.getItem(KEY)) ?? null
}

/** Some TVs refuse to keep anything. */
function quietly<T>(use: () => T) {
  try {
    return use()
  } catch {
    return undefined
  }
}
