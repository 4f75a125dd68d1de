import { setPriority } from 'node:os'
import { inspectPresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import { describeError } from '../../observability/log.ts'
import { encryptFile } from './encryption.ts'
import { copyOut, findNewestCopy } from './off-site-copy.ts'
import { copyDatabase, pack } from './pack.ts'
import { unpack } from './unpack.ts'
import type { EncryptRequest, WorkerRequest, WorkerResponse } from './worker-client.ts'

const LOW_PRIORITY = 10

export async function runWorkerRequest(request: WorkerRequest | EncryptRequest): Promise<never> {
  process.umask(0o077)
  setPriority(LOW_PRIORITY)
  const passphrase = await Bun.stdin.text()
  if (request.work === 'encrypt') await printEncrypted(request.file, passphrase)
  else console.log(JSON.stringify(await toResponse(request, passphrase)))
  // libSQL only closes its files when the process ends.
  process.exit(0)
}

async function printEncrypted(file: string, passphrase: string) {
  for await (const chunk of encryptFile(file, passphrase)) await Bun.write(Bun.stdout, chunk)
}

async function toResponse(request: WorkerRequest, passphrase: string): Promise<WorkerResponse> {
  try {
    return { result: await handleRequest(request, passphrase) }
  } catch (cause) {
    if (cause instanceof DomainError) return { domainError: cause.message }
    return { failure: describeError(cause).error.replace(/^Error: /, '') }
  }
}

function handleRequest(request: WorkerRequest, passphrase: string) {
  if (request.work === 'copy') return copyDatabase(request)
  if (request.work === 'pack') return pack(request)
  if (request.work === 'unpack') return unpack(request, passphrase)
  if (request.work === 'copy out') return copyOut(request, passphrase)
  if (request.work === 'find copy') return findNewestCopy(request.folder)
  return inspectPresentDatabase(request.file)
}
