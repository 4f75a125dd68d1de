import { SAVE_LAST_SEEN_EVERY_MS, type TvDevice } from '#domain/display/tv-device'

/** Exact in memory; saved every few minutes for other machines. */
export function createLastSeen() {
  const seen = new Map<number, { at: string; savedAt: number }>()

  function record(id: number, now: string) {
    const at = Date.parse(now)
    const { savedAt } = seen.get(id) ?? { savedAt: Number.NEGATIVE_INFINITY }
    // The difference is absolute, because the clock may have been set back.
    const isDue = Math.abs(at - savedAt) >= SAVE_LAST_SEEN_EVERY_MS
    seen.set(id, { at: now, savedAt: isDue ? at : savedAt })
    return isDue
  }

  function withLastSeen(device: TvDevice): TvDevice {
    const inMemory = seen.get(device.id)?.at ?? null
    const isNewer = inMemory !== null && inMemory > (device.lastSeenAt ?? '')
    return isNewer ? { ...device, lastSeenAt: inMemory } : device
  }

  return { record, withLastSeen, forget: (id: number) => void seen.delete(id) }
}
