import { updateLastSeen } from '#db/repositories/tv-devices'
import { SAVE_LAST_SEEN_EVERY_MS, type TvDevice } from '#domain/display/tv-device'
import type { App } from '../context.ts'

export type LastSeen = ReturnType<typeof createLastSeen>

/**
 * When each TV was last seen: exact in memory, and saved now and then for the time after a restart, and for
 * other machines.
 */
export function createLastSeen() {
  const seen = new Map<number, { at: string; savedAt: number }>()

  /** Answers whether it is time to save it. */
  function note(id: number, now: string) {
    const at = Date.parse(now)
    const { savedAt } = seen.get(id) ?? { savedAt: Number.NEGATIVE_INFINITY }
    // Whatever its sign: the clock may have been set back.
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

/** A TV asked for its calls: it is seen, and at times that is saved. */
export async function touchLastSeen({ lastSeen, write, log, now }: App, { id }: { id: number }) {
  const at = now()
  if (!lastSeen.note(id, at)) return
  try {
    await write(tx => updateLastSeen(tx, id, at))
  } catch {
    // A full disk, say: whoever waits for his call must see it nevertheless.
    log('warn', 'a TV was seen and it could not be saved')
  }
}
