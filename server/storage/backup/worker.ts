import { setPriority } from 'node:os'
import { inspectPresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import { describeError } from '../../observability/log.ts'
import { copyDatabase, pack } from './pack.ts'
import { unpack } from './unpack.ts'
import type { WorkerRequest, WorkerResponse } from './worker-client.ts'

const LOW_PRIORITY = 10

export async function runWorkerRequest(request: WorkerRequest): Promise<never> {
  process.umask(0o077)
  setPriority(LOW_PRIORITY)
  console.log(JSON.stringify(await toResponse(request)))
  // libSQL only closes its files when the process ends.
  process.exit(0)
}

async function toResponse(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    return { result: await handleRequest(request) }
  } catch (cause) {
    if (cause instanceof DomainError) return { domainError: cause.message }
    return { failure: describeError(cause).error.replace(/^Error: /, '') }
  }
}

function handleRequest(request: WorkerRequest) {
  if (request.work === 'copy') return copyDatabase(request)
  if (request.work === 'pack') return pack(request)
  if (request.work === 'unpack') return unpack(request)
  return inspectPresentDatabase(request.file)
}
