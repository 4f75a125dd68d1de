import { setPriority } from 'node:os'
import { getSqliteCode, isUnreachableError } from '#db/connection/errors'
import { createReader, type Source } from '#db/connection/reader'
import type { TimeZone } from '#domain/time'
import { describeError } from '../observability/log.ts'
import { type LongReadInput, type LongReads, runLongRead } from './reads.ts'

const LOW_PRIORITY = 10

export type LongReadRequest = {
  [Name in keyof LongReads]: {
    source: Source
    timeZone: TimeZone
    name: Name
    input: LongReadInput<Name>
  }
}[keyof LongReads]

export type LongReadResponse =
  | { result: unknown }
  | { failure: string; code: string; isUnreachable: boolean }

export function runLongReads() {
  setPriority(LOW_PRIORITY)
  const read = createReader()
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (request: LongReadRequest) => {
    const { source, timeZone, name, input } = request
    process.send?.(
      await read(source, db => respond(() => runLongRead({ db, timeZone }, name, input))),
    )
  })
}

async function respond(work: () => Promise<unknown>): Promise<LongReadResponse> {
  try {
    return { result: await work() }
  } catch (cause) {
    const { error: failure } = describeError(cause)
    return { failure, code: getSqliteCode(cause), isUnreachable: isUnreachableError(cause) }
  }
}
