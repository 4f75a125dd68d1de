import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export class DatabaseLockedError extends Error {}

export function getErrorCode(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function listCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : []
}

/** Returns the first code in a chain of causes, such as 'SQLITE_BUSY', or ''. */
export function getSqliteCode(error: unknown) {
  const codes = listCauses(error).map(getErrorCode)
  return codes.find(code => /^(SQLITE|TRANSACTION)_/.test(code)) ?? ''
}

export function isBusyError(error: unknown) {
  return /^(SQLITE_(BUSY|LOCKED)|TRANSACTION_(TIMEOUT|BUSY))/.test(getSqliteCode(error))
}

/** libSQL loses acknowledged writes after BUSY. After the other codes the file may be damaged. */
export function isCorruptionCode(code: string) {
  return /^SQLITE_(BUSY|IOERR|CORRUPT|NOTADB)/.test(code)
}

/** Linux makes a faulty disk read-only. Reads still work, and a failed write saved nothing. */
export class ReadOnlyDiskError extends Error {}

/** Tests with a write, because file modes do not show a read-only disk. */
export function isOnReadOnlyDisk(url: string) {
  if (!url.startsWith('file:///')) return false
  const path = join(dirname(fileURLToPath(url)), '.write-test')
  try {
    writeFileSync(path, '')
    rmSync(path)
    return false
  } catch (cause) {
    return getErrorCode(cause) === 'EROFS'
  }
}

export function isDamageCode(code: string) {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code)
}

export const DISK_FULL_MESSAGE =
  "Nothing was saved: the disk of the clinic's computer is full. Free some space, then try again."

export function isDiskFullError(error: unknown) {
  return listCauses(error).some(cause => /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(getErrorCode(cause)))
}

export function isStorageError(error: unknown) {
  return isDiskFullError(error) || /^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(getSqliteCode(error))
}

export function isConstraintError(error: unknown) {
  return getSqliteCode(error).startsWith('SQLITE_CONSTRAINT')
}

/** The database server did not answer. The message is the kind of error, without an address. */
export class DatabaseUnreachableError extends Error {}

export function isUnreachableError(error: unknown) {
  return listCauses(error).some(cause => cause instanceof DatabaseUnreachableError)
}
