import type { Database } from '#db/connection/open'
import { sequencesOf } from '#db/repositories/sequences'
import type { Clinic } from '../context.ts'
import { describe } from '../observability/log.ts'
import type { Serving } from '../serve.ts'
import { commitRestore } from '../storage/backup/restore.ts'

/** Ends this program and is its next start, on the same port. */
export type BeginAgain = (port: number) => never

type Ending = {
  clinic: Clinic
  serving: Serving
  database: Database
  dataDir: string
  beginAgain: BeginAgain
}

/** Closes the doors, leaves the note that makes the next start restore, and is that next start. */
export async function endInto(
  name: string,
  { clinic, serving, database, dataDir, beginAgain }: Ending,
) {
  try {
    await serving.stop()
    await commitRestore(dataDir, name, clinic.now(), await database.read(sequencesOf))
    await database.close()
    beginAgain(serving.port)
  } catch (cause) {
    clinic.log('error', 'not restored', describe(cause))
    process.exit(1)
  }
}
