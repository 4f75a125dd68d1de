import type { Database } from '#db/connection/open'
import { readSequences } from '#db/repositories/restore'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import type { RunningServer } from '../serve.ts'
import { commitRestore } from '../storage/backup/restore.ts'
import type { SystemdNotifier } from './notify-systemd.ts'

/** Replaces this process with a new one on the same port. */
export type Restart = (port: number) => never

export type RestartDeps = {
  app: App
  serving: RunningServer
  database: Database
  dataDir: string
  systemd: SystemdNotifier
  restart: Restart
  stopListening(): void
}

/** Stops serving, commits the restore for the next start, and restarts. */
export async function restartIntoRestore({
  app,
  serving,
  database,
  dataDir,
  systemd,
  restart,
  stopListening,
}: RestartDeps) {
  try {
    systemd.restarting()
    stopListening()
    await serving.stop()
    const sequences = await database.read(readSequences)
    await database.close()
    await commitRestore(dataDir, sequences)
    restart(serving.port)
  } catch (cause) {
    app.log('error', 'restore failed: program stopped', describeError(cause))
    process.exit(1)
  }
}
