import type { TvDevice } from '#domain/display/tv-device'
import { type Heartbeat, SILENT_AFTER_MS, type TvStatus } from '#domain/display/tv-report'
import { keepNewest } from '../security/rate-limit.ts'
import type { Channel } from './channel.ts'

/** Saving on each poll would make the program read all TVs again each time. */
export const SAVE_LAST_SEEN_EVERY_MS = 5 * 60_000
/** Another process may have seen the TV since the last save. */
const SEEN_WITHIN_MS = SAVE_LAST_SEEN_EVERY_MS + SILENT_AFTER_MS

type Seen = { at: string; savedAt: string }
type Beat = { heartbeat: Heartbeat; at: string; isSilent: boolean }

export function createTvPresence(channel: Channel, now: () => string) {
  const seen = new Map<number, Seen>()
  const beats = new Map<number, Beat>()
  const startedAt = now()

  // The difference is absolute, because the clock may have been set back.
  const msSince = (at: string) => Math.abs(Date.parse(now()) - Date.parse(at))
  const isLate = (at: string) => msSince(at) > SILENT_AFTER_MS

  return {
    /** Returns true if the time must be saved, so that other machines know it. */
    recordSeen(id: number) {
      const savedAt = seen.get(id)?.savedAt
      const isDue = savedAt === undefined || msSince(savedAt) >= SAVE_LAST_SEEN_EVERY_MS
      seen.set(id, { at: now(), savedAt: isDue ? now() : savedAt })
      return isDue
    },

    withLastSeen(device: TvDevice): TvDevice {
      const at = seen.get(device.id)?.at
      return at !== undefined && at > (device.lastSeenAt ?? '')
        ? { ...device, lastSeenAt: at }
        : device
    },

    addHeartbeat(id: number, heartbeat: Heartbeat) {
      const isBack = beats.get(id)?.isSilent ?? true
      beats.set(id, { heartbeat, at: now(), isSilent: false })
      if (isBack) channel.publishChange([{ kind: 'tvs' }])
    },

    check() {
      const fallen = [...beats.values()].filter(({ at, isSilent }) => !isSilent && isLate(at))
      for (const beat of fallen) beat.isSilent = true
      if (fallen.length > 0) channel.publishChange([{ kind: 'tvs' }])
    },

    getStatus({ id, lastSeenAt }: Pick<TvDevice, 'id' | 'lastSeenAt'>): TvStatus {
      const beat = beats.get(id)
      if (beat) {
        const state = isLate(beat.at) ? 'silent' : 'on'
        return { state, since: beat.at, heartbeat: beat.heartbeat }
      }
      if (lastSeenAt === null) return { state: 'new', since: null, heartbeat: null }
      // After the server starts, every TV counts as on until its first heartbeat is due.
      const isOn = !isLate(startedAt) || msSince(lastSeenAt) <= SEEN_WITHIN_MS
      return { state: isOn ? 'on' : 'silent', since: lastSeenAt, heartbeat: null }
    },

    forget(id: number) {
      seen.delete(id)
      beats.delete(id)
    },
  }
}

/** A TV polls every 2 s, and more rarely on a bad network. */
const POLLED_WITHIN_MS = 30_000
/** A new code counts as polled until its TV has had time for a first poll. */
const FIRST_POLL_WITHIN_MS = 5_000

/** Keeps in memory which codes TVs poll. Each machine knows only the polls that it receives. */
export function createTvPairingPolls(now: () => string) {
  const validUntil = new Map<string, number>()
  const keep = (idHash: string, ms: number) =>
    keepNewest(validUntil, idHash, Date.parse(now()) + ms)

  return {
    addNew: (idHash: string) => keep(idHash, FIRST_POLL_WITHIN_MS),
    addPoll: (idHash: string) => keep(idHash, POLLED_WITHIN_MS),
    isPolled({ idHash }: { idHash: string }) {
      const left = (validUntil.get(idHash) ?? 0) - Date.parse(now())
      // `left` is larger only if the clock was set back.
      return left > 0 && left <= POLLED_WITHIN_MS
    },
  }
}
