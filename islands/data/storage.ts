type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Never throws, because this page itself remembers what the browser does not store. */
function createStorage(find: () => Storage): KeyValues {
  /** Values that the browser did not store. Null if the older value could not be removed. */
  const memory = new Map<string, string | null>()

  function change(key: string, value: string | null) {
    memory.set(key, value)
    try {
      const storage = find()
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
      if (storage.getItem(key) === value) memory.delete(key)
    } catch {
      if (value === null) return
      // Removes the older value, which would come back after a reload.
      change(key, null)
      memory.set(key, value)
    }
  }

  return {
    getItem(key) {
      try {
        if (!memory.has(key)) return find().getItem(key)
      } catch {}
      return memory.get(key) ?? null
    },
    setItem: change,
    removeItem: key => change(key, null),
  }
}

export const browserStorage = createStorage(() => localStorage)
export const tabStorage = createStorage(() => sessionStorage)

const PROBE_KEY = 'stores'

export function isStorageLasting() {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(PROBE_KEY, PROBE_KEY)
      if (storage.getItem(PROBE_KEY) !== PROBE_KEY) return false
      storage.removeItem(PROBE_KEY)
    }
    return true
  } catch {
    return false
  }
}

/** Returns `tv` or `kiosk` from the page's address, because one browser may be both. */
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
