import { dirname, join } from 'node:path'
import { Refusal } from '#domain/errors'
import type { Present } from './inspect-file.ts'
import type { Manifest } from './manifest.ts'
import type { PackOrder } from './pack.ts'
import type { UnpackOrder } from './unpack.ts'

/** The word that makes the program a helper of itself. */
export const HELPS = 'help-with-backup'

export type Order =
  | ({ work: 'pack' } & PackOrder)
  | ({ work: 'unpack' } & UnpackOrder)
  | { work: 'look'; file: string }

export type Answer = { result: unknown } | { refusal: string } | { failure: string }
export type Obey = (order: Order, signal?: AbortSignal) => Promise<unknown>

const MAIN = join(import.meta.dirname, '../../main.ts')

/**
 * Work on a copy of the database belongs into a process of its own: there it holds up no desk, and a file
 * that libSQL has open is let go only with its process. Throws the Refusal that the other side threw.
 */
export const inSecondProcess: Obey = async (order, signal) => {
  const program = Bun.isStandaloneExecutable ? [] : [MAIN]
  const child = Bun.spawn([process.execPath, ...program, HELPS, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  })
  const text = await new Response(child.stdout).text()
  const code = await child.exited
  if (signal?.aborted) throw new Refusal('The program is stopping')
  if (code !== 0) throw new Error(`the second process ended with ${code}`)
  // It is this same program that wrote the line.
  const answer = JSON.parse(text) as Answer
  if ('refusal' in answer) throw new Refusal(answer.refusal)
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.result
}

/** A folder of ours beside what is worked on; it is there already, or may be. */
export function placeOf(order: Order) {
  if (order.work === 'pack') return order.folder
  return dirname(order.work === 'unpack' ? order.into : order.file)
}

/** What each order is answered with. */
export const ask = {
  pack: (obey: Obey, order: PackOrder, signal?: AbortSignal) =>
    obey({ work: 'pack', ...order }, signal) as Promise<Manifest>,
  unpack: (obey: Obey, order: UnpackOrder, signal?: AbortSignal) =>
    obey({ work: 'unpack', ...order }, signal) as Promise<Manifest>,
  look: (obey: Obey, file: string) => obey({ work: 'look', file }) as Promise<Present>,
}
