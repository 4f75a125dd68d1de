import { resolve } from 'node:path'
import { DATABASE_IS_ELSEWHERE } from '#domain/backups/backups'
import { bootstrap, openData } from '../bootstrap.ts'
import { type Config, hasLocalData } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { systemClock } from '../context.ts'
import { isEncrypted } from '../storage/backup/open-archive.ts'
import { applyPendingRestore, prepareRestoreFromFile } from '../storage/backup/restore.ts'
import { askSecret } from './ask-secret.ts'
import { explainRefusal, getExistingDataDir, getExistingFolder } from './data-folder.ts'
import { backUpAndCopy, runInRunningProgram } from './local-commands.ts'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const dataDir = getExistingDataDir(options)
  const { result, problem } = await explainRefusal(
    async () =>
      (await runInRunningProgram(dataDir, { command: 'backup' })) ?? (await backUpFile(options)),
  )
  console.log(`The backup is ${result}`)
  if (!problem) return 0
  console.error(problem)
  return 1
}

async function backUpFile(options: Config) {
  const { app, database } = await bootstrap(options)
  try {
    return await backUpAndCopy(app)
  } finally {
    await database.close()
  }
}

/** `restore <file>`: checks the whole file, then replaces the data as the next start would. */
export async function runRestore(options: Config) {
  assertLocalData(options)
  getExistingFolder(options)
  const file = resolve(options.operand)
  const passphrase = await getPassphrase(file, options)
  const { database } = await openData(options, {
    async restoreFirst(dataDir) {
      await prepareRestoreFromFile(dataDir, { file, passphrase }, systemClock())
      return applyPendingRestore(dataDir)
    },
  })
  await database.close()
  return 0
}

/** Undefined for a file that is not encrypted. */
async function getPassphrase(file: string, { backupPassphrase }: Config) {
  const isReadable = await Bun.file(file).exists()
  if (!isReadable || !(await isEncrypted(file))) return undefined
  if (backupPassphrase) return backupPassphrase
  if (process.stdin.isTTY) return askSecret('Passphrase of the backup: ')
  throw new ConfigError(
    'This backup is encrypted. Set BACKUP_PASSPHRASE, or use a terminal, which asks for the passphrase.',
  )
}

function assertLocalData(options: Config) {
  if (!hasLocalData(options)) throw new ConfigError(DATABASE_IS_ELSEWHERE)
}
