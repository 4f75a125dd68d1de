import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { StageProgress } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { getWorkerCommand, PROGRAM } from '../../config/program.ts'
import type { WorkContext } from './pack.ts'
import type { Work, WorkerRequest, WorkerResponse } from './worker.ts'

export const WORKER_COMMAND = 'backup-worker'

export type WorkerOptions = WorkContext & { signal?: AbortSignal | undefined }

export type RunWorker = <Name extends keyof Work>(
  work: Name,
  input: Parameters<Work[Name]>[0],
  options?: WorkerOptions,
) => Promise<Awaited<ReturnType<Work[Name]>>>

/** libSQL closes a file only when its process ends. */
export function createWorker(program: string[]): RunWorker {
  return async function run(work, input, { signal, passphrase, onProgress } = {}) {
    const kill = signal ? ({ signal, killSignal: 'SIGKILL' } as const) : {}
    const child = spawn(program, { work, input } as WorkerRequest, passphrase, kill)
    let response: WorkerResponse | undefined
    for await (const line of readLines(child.stdout as unknown as AsyncIterable<Uint8Array>)) {
      const message: WorkerResponse | { progress: StageProgress } = JSON.parse(line)
      if ('progress' in message) onProgress?.(message.progress)
      else response = message
    }
    const code = await child.exited
    if (signal?.aborted) throw new DomainError('The program is stopping')
    if (code !== 0 || !response) throw new Error(`the backup worker exited with code ${code}`)
    if ('domainError' in response) throw new DomainError(response.domainError)
    if ('failure' in response) throw new Error(response.failure)
    // Safe: the worker sends the result of this work as JSON.
    return response.result as never
  }
}

export function readLines(chunks: AsyncIterable<Uint8Array>) {
  return createInterface({ input: Readable.from(chunks), crlfDelay: Number.POSITIVE_INFINITY })
}

export const runInWorker = createWorker(PROGRAM)

export async function* encryptInWorker(
  file: string,
  passphrase: string,
  program: string[] = PROGRAM,
): AsyncGenerator<Uint8Array> {
  const child = spawn(program, { work: 'encrypt', input: { file } }, passphrase)
  try {
    yield* child.stdout as unknown as AsyncIterable<Uint8Array>
    const code = await child.exited
    if (code !== 0) throw new Error(`the backup worker exited with code ${code}`)
  } finally {
    // The browser may have given up.
    child.kill('SIGKILL')
  }
}

function spawn(
  program: string[],
  request: WorkerRequest,
  // An argument would be visible in the list of processes.
  passphrase = '',
  options: { signal?: AbortSignal; killSignal?: 'SIGKILL' } = {},
) {
  return Bun.spawn(getWorkerCommand(WORKER_COMMAND, [JSON.stringify(request)], program), {
    stdin: new Blob([passphrase]),
    stdout: 'pipe',
    stderr: 'inherit',
    ...options,
  })
}
