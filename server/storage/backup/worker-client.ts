import { dirname, join } from 'node:path'
import type { PresentDatabase } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import type { Manifest } from './manifest.ts'
import type { PackOrder } from './pack.ts'
import type { UnpackOrder } from './unpack.ts'

/** The word that makes the program a helper of itself. */
export const WORKER_COMMAND = 'help-with-backup'

export type WorkerRequest =
  | ({ work: 'pack' } & PackOrder)
  | ({ work: 'unpack' } & UnpackOrder)
  | { work: 'look'; file: string }

export type WorkerResponse = { result: unknown } | { refusal: string } | { failure: string }
export type RunWorker = (order: WorkerRequest, signal?: AbortSignal) => Promise<unknown>

const MAIN = join(import.meta.dirname, '../../main.ts')

/**
 * Work on a copy of the database belongs into a process of its own: there it holds up no desk, and a file
 * that libSQL has open is let go only with its process. Throws the Refusal that the other side threw.
 */
export const runInWorker: RunWorker = async (order, signal) => {
  const program = Bun.isStandaloneExecutable ? [] : [MAIN]
  const child = Bun.spawn([process.execPath, ...program, WORKER_COMMAND, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  })
  const text = await new Response(child.stdout).text()
  const code = await child.exited
  if (signal?.aborted) throw new DomainError('The program is stopping')
  if (code !== 0) throw new Error(`the second process ended with ${code}`)
  // It is this same program that wrote the line.
  const answer = JSON.parse(text) as WorkerResponse
  if ('refusal' in answer) throw new DomainError(answer.refusal)
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.result
}

/** A folder of ours beside what is worked on; it is there already, or may be. */
export function getWorkFolder(order: WorkerRequest) {
  if (order.work === 'pack') return order.folder
  return dirname(order.work === 'unpack' ? order.into : order.file)
}

/** What each order is answered with. */
export const worker = {
  pack: (obey: RunWorker, order: PackOrder, signal?: AbortSignal) =>
    obey({ work: 'pack', ...order }, signal) as Promise<Manifest>,
  unpack: (obey: RunWorker, order: UnpackOrder, signal?: AbortSignal) =>
    obey({ work: 'unpack', ...order }, signal) as Promise<Manifest>,
  look: (obey: RunWorker, file: string) => obey({ work: 'look', file }) as Promise<PresentDatabase>,
}
