import { sequencesOf } from '#db/after-restore'
import type { Database } from '#db/open'
import type { Clinic } from './actions/clinic.ts'
import { commitRestore } from './backup/restoring.ts'
import { describe } from './log.ts'
import type { Serving } from './serve.ts'

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
