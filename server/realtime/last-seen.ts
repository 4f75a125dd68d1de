import { SAVE_LAST_SEEN_EVERY_MS, type TvDevice } from '#domain/display/tv-device'

export type LastSeen = ReturnType<typeof createLastSeen>

/** When each TV was last seen: exact in memory, saved every few minutes for other processes and the next start. */
export function createLastSeen() {
  const seen = new Map<number, { at: string; savedAt: number }>()

  /** Returns whether it is time to save it. */
  function note(id: number, now: string) {
    const at = Date.parse(now)
    const { savedAt } = seen.get(id) ?? { savedAt: Number.NEGATIVE_INFINITY }
    // Either way: the clock may have been set back.
    const isDue = Math.abs(at - savedAt) >= SAVE_LAST_SEEN_EVERY_MS
    seen.set(id, { at: now, savedAt: isDue ? at : savedAt })
    return isDue
  }

  function withLastSeen(device: TvDevice): TvDevice {
    const here = seen.get(device.id)?.at ?? null
    const isNewer = here !== null && here > (device.lastSeenAt ?? '')
    return isNewer ? { ...device, lastSeenAt: here } : device
  }

  return { note, withLastSeen, forget: (id: number) => void seen.delete(id) }
}
