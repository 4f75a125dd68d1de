import type { Client } from '@libsql/client'

const AUTOCHECKPOINT_PAGES = 1000

export async function countChanges(client: Client) {
  const { rows } = await client.execute('SELECT total_changes()')
  return Number(rows[0]?.[0])
}

export async function checkpoint(client: Client) {
  const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  return Number(rows[0]?.busy) === 0
}

/** Keeps the file unchanged until `resumeCheckpoints`. */
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
