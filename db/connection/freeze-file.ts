import type { Client } from '@libsql/client'
import { checkpoint } from './checkpoint.ts'

/** SQLite's default: the journal is written into the file after this many pages. */
const AUTOCHECKPOINT_PAGES = 1000

/**
 * Writes the journal into the file, then leaves the file unchanged until `resumeCheckpoints`. Returns its path.
 * Blocks for milliseconds at any size of the database, because the journal is small.
 */
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
