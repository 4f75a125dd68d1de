import { accessSync, constants, createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseLockedError } from '#db/connection/errors'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import { DomainError } from '#domain/errors'
import { splitGraphemes } from '#domain/text'
import { openData } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../context.ts'
import { DATABASE, isEncrypted } from '../storage/backup/backup-file.ts'
import { writeInChunks } from '../storage/backup/chunked-sync.ts'
import {
  cancelRestore,
  checkBackup,
  commitRestore,
  RESTORE_FOLDER,
  readRestoreRecord,
  settleRestore,
} from '../storage/backup/restore.ts'
import { runInWorker } from '../storage/backup/worker-client.ts'
import type { CallerFiles, OpenFile } from './caller-files.ts'
import { assertLocalData, getExistingFolder } from './data-folder.ts'

export async function runRestore(options: Config, { getOperand }: CallerFiles) {
  assertLocalData(options)
  getExistingFolder(options)
  const backup = getOperand()
  sayWhenInterrupted(resolve(options.dataDir))
  const { database } = await openData(options, {
    settleFirst: dataDir => restoreFile(dataDir, backup, options),
  })
  await database.close()
  return 0
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

function sayWhenInterrupted(dataDir: string) {
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      console.error(`Interrupted. ${describeProgress(dataDir)}`)
      process.exit(128 + number)
    })
  }
}

function describeProgress(dataDir: string) {
  const state = readRestoreRecord(dataDir)?.state
  if (state === 'replacing') return 'The next start of the program completes the restore.'
  if (state === 'restored') return 'The backup was restored before that.'
  return 'Nothing was restored: the data is as it was before.'
}

async function restoreFile(dataDir: string, backup: OpenFile, options: Config) {
  if (dirname(backup.path) === join(dataDir, RESTORE_FOLDER)) {
    throw new DomainError('A restore empties this folder: move the file to another one first')
  }
  // An interrupted restore must end first, because its result is the data to replace.
  await settleRestore(dataDir)
  const present = await runInWorker('inspect', join(dataDir, DATABASE))
  if (present.state === 'taken') throw new DatabaseLockedError()
  const identity = { name: backup.path, at: systemClock(), by: COMMAND_LINE }
  await checkBackup(dataDir, identity, runInWorker, async folder => {
    const file = isReadable(backup.path) ? backup.path : await copyForOwner(backup, folder)
    return { file, passphrase: await getPassphrase(file, options) }
  })
  const { sequences = {} } = present.state === 'closed' ? present : {}
  await commitRestore(dataDir, { sequences }, runInWorker).catch(async cause => {
    await cancelRestore(dataDir, cause)
    throw cause
  })
  return settleRestore(dataDir)
}

function isReadable(path: string) {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Copies the file, because only the caller may read it but the data's owner unpacks it. */
async function copyForOwner({ descriptor }: OpenFile, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'backup')
  await writeInChunks(path, createReadStream('', { fd: descriptor }))
  return path
}

async function getPassphrase(file: string, { backupPassphrase }: Config) {
  if (!(await isEncrypted(file))) return undefined
  if (backupPassphrase) return backupPassphrase
  if (process.stdin.isTTY) return askSecret('Passphrase of the backup: ')
  throw new DomainError(
    'This backup is encrypted. Set BACKUP_PASSPHRASE, or use a terminal, which asks for the passphrase',
  )
}

const ENTER = ['\r', '\n']
const ERASE = ['\x7f', '\b']
const INTERRUPT = '\x03'

async function askSecret(question: string) {
  const { stdin, stderr } = process
  // Set raw mode before the question, because early keystrokes must not be shown.
  stdin.setRawMode(true)
  // A letter of several bytes may arrive in two parts.
  stdin.setEncoding('utf8')
  stderr.write(question)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const key of String(chunk)) {
        if (ENTER.includes(key)) return typed
        if (key === INTERRUPT) process.kill(process.pid, 'SIGINT')
        typed = ERASE.includes(key) ? splitGraphemes(typed).slice(0, -1).join('') : typed + key
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}
