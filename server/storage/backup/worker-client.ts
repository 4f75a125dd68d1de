import { dirname, join } from 'node:path'
import type { PresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import type { Manifest } from './manifest.ts'
import type { CopyOutInput } from './off-site-copy.ts'
import type { CopyInput, PackInput } from './pack.ts'
import type { UnpackInput } from './unpack.ts'

/** Starts the program as its own backup worker. */
export const WORKER_COMMAND = 'backup-worker'

export type WorkerRequest =
  | ({ work: 'copy' } & CopyInput)
  | ({ work: 'pack' } & PackInput)
  | ({ work: 'unpack' } & UnpackInput)
  | ({ work: 'copy out' } & CopyOutInput)
  | { work: 'find copy'; folder: string }
  | { work: 'inspect'; file: string }

/** Its answer is the encrypted bytes. */
export type EncryptRequest = { work: 'encrypt'; file: string }

export type WorkerResponse = { result: unknown } | { domainError: string } | { failure: string }
export type WorkerOptions = { signal?: AbortSignal | undefined; passphrase?: string | undefined }
export type RunWorker = (request: WorkerRequest, options?: WorkerOptions) => Promise<unknown>

const MAIN = join(import.meta.dirname, '../../main.ts')
const PROGRAM = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

/**
 * A separate process does not block requests, and libSQL only closes a file when its process ends.
 * Throws the DomainError that the worker threw.
 */
export const runInWorker: RunWorker = (request, options) => runWorkerOf(PROGRAM, request, options)

/** `program` is the command that starts this program. */
export async function runWorkerOf(
  program: string[],
  request: WorkerRequest,
  { signal, passphrase }: WorkerOptions = {},
): Promise<unknown> {
  const child = Bun.spawn([...program, WORKER_COMMAND, JSON.stringify(request)], {
    stdio: [toStdin(passphrase), 'pipe', 'inherit'],
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

/** No argument: the list of processes would show it. */
function toStdin(passphrase = '') {
  return new Blob([passphrase])
}

/** The bytes of an encrypted backup, as they come. Throws when the worker fails. */
export async function* encryptInWorker(
  file: string,
  passphrase: string,
  program: string[] = PROGRAM,
): AsyncGenerator<Uint8Array> {
  const request: EncryptRequest = { work: 'encrypt', file }
  const child = Bun.spawn([...program, WORKER_COMMAND, JSON.stringify(request)], {
    stdio: [toStdin(passphrase), 'pipe', 'inherit'],
  })
  try {
    yield* child.stdout as unknown as AsyncIterable<Uint8Array>
    const code = await child.exited
    if (code !== 0) throw new Error(`the backup worker exited with code ${code}`)
  } finally {
    // The browser may have given up.
    child.kill('SIGKILL')
  }
}

export function getWorkFolder(request: WorkerRequest) {
  if ('folder' in request) return request.folder
  return dirname(request.work === 'unpack' ? request.into : request.file)
}

export const worker = {
  copy: (run: RunWorker, input: CopyInput, signal?: AbortSignal) =>
    run({ work: 'copy', ...input }, { signal }) as Promise<void>,
  pack: (run: RunWorker, input: PackInput, signal?: AbortSignal) =>
    run({ work: 'pack', ...input }, { signal }) as Promise<Manifest>,
  unpack: (run: RunWorker, input: UnpackInput, options?: WorkerOptions) =>
    run({ work: 'unpack', ...input }, options) as Promise<Manifest | null>,
  copyOut: (run: RunWorker, input: CopyOutInput, options: WorkerOptions) =>
    run({ work: 'copy out', ...input }, options) as Promise<void>,
  findNewestCopy: (run: RunWorker, folder: string) =>
    run({ work: 'find copy', folder }) as Promise<string | null>,
  inspect: (run: RunWorker, file: string) =>
    run({ work: 'inspect', file }) as Promise<PresentDatabase>,
}
