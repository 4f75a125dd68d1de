import type { Query } from '#db/connection/query'
import type { TimeZone } from '#domain/time'
import { auditLines, visitLines } from './exports.ts'
import { countDays, report, reportPage } from './reports.ts'

/** Long reads, which run off the thread that answers requests. Input and result are plain data. */
const LONG_READS = { auditLines, countDays, report, reportPage, visitLines }

export type LongReads = typeof LONG_READS
/** Reads data that is up to 5 s old, or the newest with `isNewest`. Rejects if `signal` aborts. */
export type ReadLong = <Name extends keyof LongReads>(
  name: Name,
  input: LongReadInput<Name>,
  options?: { isNewest?: boolean; signal?: AbortSignal },
) => Promise<LongReadResult<Name>>

export type LongReadInput<Name extends keyof LongReads> = Parameters<LongReads[Name]>[1]
export type LongReadResult<Name extends keyof LongReads> = Awaited<ReturnType<LongReads[Name]>>

type AnyRead = (database: { db: Query; timeZone: TimeZone }, input: unknown) => Promise<never>

export function runLongRead<Name extends keyof LongReads>(
  database: { db: Query; timeZone: TimeZone },
  name: Name,
  input: LongReadInput<Name>,
): Promise<LongReadResult<Name>> {
  // Safe: `ReadLong` pairs the input with the read.
  return (LONG_READS[name] as AnyRead)(database, input)
}
