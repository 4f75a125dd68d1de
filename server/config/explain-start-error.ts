import {
  DatabaseLockedError,
  DISK_FULL_MESSAGE,
  getSqliteCode,
  isDamageCode,
  isDiskFullError,
} from '#db/connection/errors'
import { DomainError } from '#domain/errors'
import { formatErrorLine } from '../observability/log.ts'
import { ConfigError } from './config-error.ts'

const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM']

/** One sentence about what went wrong, and one about what to do. */
export function explainStartError(cause: unknown, dataDir: string): ConfigError {
  if (cause instanceof ConfigError) return cause
  if (cause instanceof DomainError) return new ConfigError(endSentence(cause.message))
  if (cause instanceof DatabaseLockedError) {
    return new ConfigError(
      `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`,
    )
  }
  if (isDiskFullError(cause)) return new ConfigError(DISK_FULL_MESSAGE)
  const error = formatErrorLine(cause)
  const code = getSqliteCode(cause) || getSystemCode(cause)
  if (REFUSED.some(refused => code.startsWith(refused))) {
    return new ConfigError(
      `A file in ${dataDir} cannot be read or written (${error}). The folder and all in it must belong to the user that runs the program, on a disk that can be written: see ls -lR ${dataDir}`,
    )
  }
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') {
    return new ConfigError(
      `The disk of ${dataDir} fails (${error}). Copy the folder to another disk, or restore the newest backup there.`,
    )
  }
  if (isDamageCode(code)) {
    return new ConfigError(
      `The database in ${dataDir} is damaged (${error}). Copy the folder, then restore the newest file in its backups folder: restore <file> --data-dir ${dataDir}`,
    )
  }
  return new ConfigError(`The program cannot go on: ${error}. Run doctor, and report this.`)
}

function endSentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function getSystemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
