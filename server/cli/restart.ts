import type { Database } from '#db/connection/open'
import { readSequences } from '#db/repositories/sequences'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import type { RunningServer } from '../serve.ts'
import { commitRestore } from '../storage/backup/restore.ts'

/** Ends this program and is its next start, on the same port. */
export type Restart = (port: number) => never

type RestartDeps = {
  app: App
  serving: RunningServer
  database: Database
  dataDir: string
  beginAgain: Restart
}

/** Closes the doors, leaves the note that makes the next start restore, and is that next start. */
export async function restartIntoRestore(
  name: string,
  { app, serving, database, dataDir, beginAgain }: RestartDeps,
) {
  try {
    await serving.stop()
    await commitRestore(dataDir, name, app.now(), await database.read(readSequences))
    await database.close()
    beginAgain(serving.port)
  } catch (cause) {
    app.log('error', 'not restored', describeError(cause))
    process.exit(1)
  }
}
