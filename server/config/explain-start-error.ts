import {
  DatabaseLockedError,
  DISK_FULL_MESSAGE,
  getErrorCode,
  getSqliteCode,
  isDamageCode,
  isDiskFullError,
} from '#db/connection/errors'
import { ForeignSchemaError, NewerSchemaError, UnknownSchemaError } from '#db/connection/migrate'
import { DomainError } from '#domain/errors'
import { ConfigError } from '../domain/errors.ts'
import { formatErrorLine } from '../observability/log.ts'
import { formatProgramCommand, quoteForShell } from './program.ts'

const REFUSED = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM)/

export function explainStartError(cause: unknown, dataDir: string): string {
  return (
    findExplanation(cause, dataDir) ??
    `The program cannot go on: ${formatErrorLine(cause)}. Run: ${formatProgramCommand('doctor', '--data-dir', dataDir)}, and report this.`
  )
}

/** Returns one sentence with the remedy, or null if the error is unknown. */
export function findExplanation(cause: unknown, dataDir: string): string | null {
  if (cause instanceof ConfigError) return cause.message
  if (cause instanceof DomainError) return endSentence(cause.message)
  if (cause instanceof DatabaseLockedError) {
    return `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`
  }
  if (cause instanceof NewerSchemaError) {
    return `The data in ${dataDir} was created by a newer version of this program. Nothing was changed. Install that version again.`
  }
  if (cause instanceof ForeignSchemaError) {
    return `The data in ${dataDir} was not created by this program, or before its first release. Nothing was changed. Choose another folder with --data-dir.`
  }
  if (cause instanceof UnknownSchemaError) {
    return `The database in ${dataDir} has tables, but its list of migrations is missing or empty: it is damaged, or not of this program. Nothing was changed. Copy the folder, then restore the newest file in its backups folder: ${getRestoreCommand(dataDir)}`
  }
  if (isDiskFullError(cause)) return DISK_FULL_MESSAGE
  const error = formatErrorLine(cause)
  const code = getSqliteCode(cause) || getErrorCode(cause)
  if (REFUSED.test(code)) {
    return `A file in ${dataDir} cannot be read or written (${error}). The folder and all in it must belong to the user that runs the program, on a disk that can be written: see ls -lR ${quoteForShell(dataDir)}`
  }
  if (/^SQLITE_(IOERR_(LOCK|UNLOCK|RDLOCK|CHECKRESERVEDLOCK)|PROTOCOL)/.test(code)) {
    return `The files in ${dataDir} cannot be locked (${error}). It is probably on a network share: choose a folder on this computer's own disk with --data-dir.`
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return `The disk of ${dataDir} fails (${error}). Copy the folder to another disk, or restore the newest backup there.`
  }
  if (isDamageCode(code)) {
    return `The database in ${dataDir} is damaged, or another file has its name, such as a backup (${error}). Copy the folder, then restore the newest file in its backups folder: ${getRestoreCommand(dataDir)}`
  }
  return null
}

export function isOfOtherProgram(cause: unknown) {
  return [DatabaseLockedError, NewerSchemaError, ForeignSchemaError, UnknownSchemaError].some(
    Kind => cause instanceof Kind,
  )
}

function getRestoreCommand(dataDir: string) {
  return formatProgramCommand('restore', '<file>', '--data-dir', dataDir)
}

function endSentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
