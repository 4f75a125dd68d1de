/**
 * The SQLite code somewhere down a chain of causes, such as 'SQLITE_BUSY', or what a server says of a
 * transaction, such as 'TRANSACTION_TIMEOUT'; '' where there is none.
 */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && SQLITE_CODE.test(error.code)) {
    return error.code
  }
  return sqliteCode(error.cause)
}

const SQLITE_CODE = /^(SQLITE|TRANSACTION)_/

/** Somebody else writes. Nothing of what was asked for was kept. */
export function isBusyError(error: unknown) {
  return /^(SQLITE_(BUSY|LOCKED)|TRANSACTION_(TIMEOUT|BUSY))/.test(sqliteCode(error))
}

/** After these a local file cannot be trusted; a BUSY one would even lose acknowledged writes. */
export function isCorruptionCode(code: string) {
  return /^SQLITE_(BUSY|IOERR|CORRUPT|NOTADB)/.test(code)
}

/** No space for what was to be kept: in the database, or for a file. */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || isDiskFullError(error.cause)
}

export function isConstraintError(error: unknown) {
  return sqliteCode(error).startsWith('SQLITE_CONSTRAINT')
}
