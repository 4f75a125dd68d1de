import { dirname, join } from 'node:path'
import type { PresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import type { Manifest } from './manifest.ts'
import type { CopyInput, PackInput } from './pack.ts'
import type { UnpackInput } from './unpack.ts'

/** Starts the program as its own backup worker. */
export const WORKER_COMMAND = 'help-with-backup'

export type WorkerRequest =
  | ({ work: 'copy' } & CopyInput)
  | ({ work: 'pack' } & PackInput)
  | ({ work: 'unpack' } & UnpackInput)
  | { work: 'look'; file: string }

export type WorkerResponse = { result: unknown } | { domainError: string } | { failure: string }
export type RunWorker = (request: WorkerRequest, signal?: AbortSignal) => Promise<unknown>

const MAIN = join(import.meta.dirname, '../../main.ts')
const PROGRAM = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

/**
 * A separate process does not block requests, and libSQL only closes a file when its process ends.
 * Throws the DomainError that the worker threw.
 */
export const runInWorker: RunWorker = (request, signal) => runWorkerOf(PROGRAM, request, signal)

/** `program` is the command that starts this program. */
export async function runWorkerOf(
  program: string[],
  request: WorkerRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const child = Bun.spawn([...program, WORKER_COMMAND, JSON.stringify(request)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  })
  const text = await new Response(child.stdout).text()
  const code = await child.exited
  if (signal?.aborted) throw new DomainError('The program is stopping')
  if (code !== 0) throw new Error(`the backup worker exited with code ${code}`)
  const response = JSON.parse(text) as WorkerResponse
  if ('domainError' in response) throw new DomainError(response.domainError)
  if ('failure' in response) throw new Error(response.failure)
  return response.result
}

export function getWorkFolder(request: WorkerRequest) {
  if ('folder' in request) return request.folder
  return dirname(request.work === 'unpack' ? request.into : request.file)
}

export const worker = {
  copy: (run: RunWorker, input: CopyInput, signal?: AbortSignal) =>
    run({ work: 'copy', ...input }, signal) as Promise<void>,
  pack: (run: RunWorker, input: PackInput, signal?: AbortSignal) =>
    run({ work: 'pack', ...input }, signal) as Promise<Manifest>,
  unpack: (run: RunWorker, input: UnpackInput, signal?: AbortSignal) =>
    run({ work: 'unpack', ...input }, signal) as Promise<Manifest | null>,
  inspect: (run: RunWorker, file: string) =>
    run({ work: 'look', file }) as Promise<PresentDatabase>,
}
