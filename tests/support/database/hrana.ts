import type { Database } from 'bun:sqlite'

/** Hrana is the protocol of libSQL servers, here as JSON. */
type Value =
  | { type: 'null' }
  | { type: 'integer'; value: string }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; base64: string }

export type Statement = { sql?: string; sql_id?: number; args?: Value[]; want_rows?: boolean }

type Condition =
  | { type: 'ok' | 'error'; step: number }
  | { type: 'not'; cond: Condition }
  | { type: 'and' | 'or'; conds: Condition[] }
  | { type: 'is_autocommit' }

export type Step = { stmt: Statement; condition?: Condition | null }

export type Failure = { message: string; code: string }

export function runStatement(db: Database, sql: string, args: Value[] = []) {
  const statement = db.prepare(sql)
  const rows = statement.values(...args.map(toSqliteValue))
  const [counts] = db.prepare('select changes(), last_insert_rowid()').values()
  return {
    cols: statement.columnNames.map(name => ({ name, decltype: null })),
    rows: rows.map(row => row.map(toHranaValue)),
    affected_row_count: Number(counts?.[0]),
    last_insert_rowid: String(counts?.[1]),
  }
}

function toSqliteValue(value: Value) {
  switch (value.type) {
    case 'null':
      return null
    case 'integer':
      return BigInt(value.value)
    case 'blob':
      return Buffer.from(value.base64, 'base64')
    default:
      return value.value
  }
}

function toHranaValue(value: unknown): Value {
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
  if (typeof value === 'number') return { type: 'float', value }
  if (typeof value === 'string') return { type: 'text', value }
  if (value instanceof Uint8Array) {
    return { type: 'blob', base64: Buffer.from(value).toString('base64') }
  }
  return { type: 'null' }
}

/** Like sqld: only the primary SQLite code. */
export function failureOf(cause: unknown): Failure {
  const message = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN'
  return { message: `SQLite error: ${message}`, code: /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code }
}

/** Whether a batch step runs, given the outcomes of the steps before it. */
export function isMet(
  condition: Condition | null | undefined,
  outcomes: (Failure | 'ok' | null)[],
  isAutocommit: boolean,
): boolean {
  const isNestedMet = (nested: Condition) => isMet(nested, outcomes, isAutocommit)
  switch (condition?.type) {
    case undefined:
      return true
    case 'ok':
      return outcomes[condition.step] === 'ok'
    case 'error':
      return typeof outcomes[condition.step] === 'object' && outcomes[condition.step] !== null
    case 'not':
      return !isNestedMet(condition.cond)
    case 'and':
      return condition.conds.every(isNestedMet)
    case 'or':
      return condition.conds.some(isNestedMet)
    case 'is_autocommit':
      return isAutocommit
  }
}
