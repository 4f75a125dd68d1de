/** Some browsers have no storage, or throw on access, on reading, or only when it is full. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Never throws, because this page itself remembers what the browser does not store. */
function createStorage(find: () => Storage): KeyValues {
  /** A value is null if the browser could not remove it. */
  const memory = new Map<string, string | null>()

  function remove(key: string) {
    memory.delete(key)
    try {
      find().removeItem(key)
    } catch {
      memory.set(key, null)
    }
  }

  return {
    getItem(key) {
      const own = memory.get(key)
      if (own !== undefined) return own
      try {
        return find().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        store(find(), key, value)
        memory.delete(key)
      } catch {
        // Otherwise the older value would come back after a reload.
        remove(key)
        memory.set(key, value)
      }
    },
    removeItem: remove,
  }
}

/** Throws if the value cannot be read again. */
function store(storage: Storage, key: string, value: string) {
  storage.setItem(key, value)
  if (storage.getItem(key) !== value) throw new Error('not stored')
}

/** Kept for all tabs of this browser. */
export const browserStorage = createStorage(() => localStorage)
/** Kept for this tab, over reloads. */
export const tabStorage = createStorage(() => sessionStorage)

const PROBE_KEY = 'stores'

/** Whether both survive a reload. */
export function isStorageLasting() {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      store(storage, PROBE_KEY, PROBE_KEY)
      storage.removeItem(PROBE_KEY)
    }
    return true
  } catch {
    return false
  }
}
