import { setPriority } from 'node:os'
import { inspectPresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import { describeError } from '../../observability/log.ts'
import { pack } from './pack.ts'
import { unpack } from './unpack.ts'
import type { WorkerRequest, WorkerResponse } from './worker-client.ts'

// The desks come first.
const LOW_PRIORITY = 10

/** What the second process does: one order, one line of an answer. */
export async function runWorkerRequest(order: WorkerRequest): Promise<never> {
  process.umask(0o077)
  setPriority(LOW_PRIORITY)
  console.log(JSON.stringify(await toResponse(order)))
  // Whatever libSQL still holds open is closed by the end of the process, and only by that.
  process.exit(0)
}

async function toResponse(order: WorkerRequest): Promise<WorkerResponse> {
  try {
    return { result: await handleRequest(order) }
  } catch (cause) {
    if (cause instanceof DomainError) return { refusal: cause.message }
    return { failure: describeError(cause).error }
  }
}

function handleRequest(order: WorkerRequest) {
  if (order.work === 'pack') return pack(order)
  if (order.work === 'unpack') return unpack(order)
  return inspectPresentDatabase(order.file)
}
