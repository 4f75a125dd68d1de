import type { Client } from '@libsql/client'

const QUIET_MS = 60_000
const MAX_AGE_MS = 60 * 60_000

/** A checkpoint is due a minute after the last change, also of an earlier process, and hourly. */
export function createCheckpointSchedule() {
  let lastSeen = -1
  let quietSince = 0
  let changedSince: number | null = null

  return {
    /** `changes` is a counter, `now` is in ms. */
    isDue(changes: number, now: number) {
      if (changes !== lastSeen) {
        lastSeen = changes
        quietSince = now
        changedSince ??= now
      }
      if (changedSince === null) return false
      return now - quietSince >= QUIET_MS || now - changedSince >= MAX_AGE_MS
    },
    reset() {
      changedSince = null
    },
  }
}

/** Writes that changed no row do not count, such as those of a cleanup that found nothing. */
export async function countChanges(client: Client) {
  const { rows } = await client.execute('SELECT total_changes()')
  return Number(rows[0]?.[0])
}

/** Returns whether the whole journal is now in the file. */
export async function checkpoint(client: Client) {
  const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  return Number(rows[0]?.busy) === 0
}
