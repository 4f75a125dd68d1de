import type { Client } from '@libsql/client'

const QUIET_MS = 60_000
const MAX_AGE_MS = 60 * 60_000
const AUTOCHECKPOINT_PAGES = 1000

/** A checkpoint is due a minute after the last change, also of an earlier process, and hourly. */
export function createCheckpointSchedule() {
  let lastSeen = -1
  let quietSince = 0
  let changedSince: number | null = null

  return {
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

export async function countChanges(client: Client) {
  const { rows } = await client.execute('SELECT total_changes()')
  return Number(rows[0]?.[0])
}

export async function checkpoint(client: Client) {
  const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  return Number(rows[0]?.busy) === 0
}

/** The file stays unchanged until `resumeCheckpoints`. */
export async function freezeFile(client: Client): Promise<string> {
  await client.execute('PRAGMA wal_autocheckpoint=0')
  try {
    if (!(await checkpoint(client))) {
      throw new Error('the journal could not be written into the database')
    }
  } catch (cause) {
    await resumeCheckpoints(client)
    throw cause
  }
  const [main] = (await client.execute('PRAGMA database_list')).rows
  return String(main?.file)
}

export async function resumeCheckpoints(client: Client) {
  await client.execute(`PRAGMA wal_autocheckpoint=${AUTOCHECKPOINT_PAGES}`)
}
