import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export class DatabaseLockedError extends Error {}

/** The first code in a chain of causes, such as 'SQLITE_BUSY'; '' without one. */
export function getSqliteCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && SQLITE_CODE.test(error.code)) {
    return error.code
  }
  return getSqliteCode(error.cause)
}

const SQLITE_CODE = /^(SQLITE|TRANSACTION)_/

export function isBusyError(error: unknown) {
  return /^(SQLITE_(BUSY|LOCKED)|TRANSACTION_(TIMEOUT|BUSY))/.test(getSqliteCode(error))
}

/** libSQL loses acknowledged writes after BUSY; after the others the file cannot be trusted. */
export function isCorruptionCode(code: string) {
  return /^SQLITE_(BUSY|IOERR|CORRUPT|NOTADB)/.test(code)
}

/** Linux makes a faulty disk read-only. Data can be read; a failed write has saved nothing. */
export class ReadOnlyDiskError extends Error {}

/** Tries it in the database's folder: the mode of a file says nothing about its disk. */
export function isOnReadOnlyDisk(url: string) {
  if (!url.startsWith('file:///')) return false
  const path = join(dirname(fileURLToPath(url)), '.write-test')
  try {
    writeFileSync(path, '')
    rmSync(path)
    return false
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EROFS'
  }
}

export function isDamageCode(code: string) {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code)
}

export const DISK_FULL_MESSAGE =
  "Nothing was saved: the disk of the clinic's computer is full. Free some space, then try again."

export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || isDiskFullError(error.cause)
}

export function isStorageError(error: unknown) {
  return isDiskFullError(error) || /^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(getSqliteCode(error))
}

export function isConstraintError(error: unknown) {
  return getSqliteCode(error).startsWith('SQLITE_CONSTRAINT')
}

/** The database server did not answer. The message is the kind of error, without an address. */
export class DatabaseUnreachableError extends Error {}

export function isUnreachableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof DatabaseUnreachableError || isUnreachableError(error.cause)
}
