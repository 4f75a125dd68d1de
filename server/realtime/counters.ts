const MAX_KEYS = 1_000

/** How many are here at this moment, by name. */
export function createGauge() {
  const counts = new Map<string, number>()

  return {
    of: (name: string) => counts.get(name) ?? 0,
    /** Counts one more; whoever leaves calls what is returned, once or more often. */
    enter(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        const left = (counts.get(name) ?? 1) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
  }
}

/** True the first time for each name; it forgets them all before they become very many. */
export function createOncePerKey() {
  const known = new Set<string>()
  return (name: string) => {
    if (known.has(name)) return false
    if (known.size >= MAX_KEYS) known.clear()
    known.add(name)
    return true
  }
}
