import { setPriority } from 'node:os'
import { inspectPresentDatabase } from '#db/connection/database-file'
import type { StageProgress } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError } from '../../observability/log.ts'
import { encryptFile } from './encryption.ts'
import { finish } from './finish.ts'
import { copyOut, findNewestCopy } from './off-site-copy.ts'
import { copyDatabase, pack, type WorkContext } from './pack.ts'
import { unpack } from './unpack.ts'

const LOW_PRIORITY = 10

export const WORK = {
  copy: copyDatabase,
  pack,
  unpack,
  finish,
  copyOut,
  findNewestCopy,
  inspect: inspectPresentDatabase,
}

export type Work = typeof WORK

export type WorkerRequest =
  | { [Name in keyof Work]: { work: Name; input: Parameters<Work[Name]>[0] } }[keyof Work]
  | { work: 'encrypt'; input: { file: string } }

/** One line, after the lines of progress. */
export type WorkerResponse = { result: unknown } | { domainError: string } | { failure: string }

export async function runWorkerRequest(json: string): Promise<never> {
  const request: WorkerRequest = JSON.parse(json)
  process.umask(0o077)
  setPriority(LOW_PRIORITY)
  const passphrase = await Bun.stdin.text()
  if (request.work === 'encrypt') {
    for await (const chunk of encryptFile(request.input.file, passphrase))
      await Bun.write(Bun.stdout, chunk)
  } else console.log(JSON.stringify(await getResponse(request, passphrase)))
  // libSQL only closes its files when the process ends.
  process.exit(0)
}

type AnyWork = (input: unknown, context: WorkContext) => Promise<unknown>

async function getResponse(
  { work, input }: Exclude<WorkerRequest, { work: 'encrypt' }>,
  passphrase: string,
): Promise<WorkerResponse> {
  try {
    // Safe: `RunWorker` pairs the input with the work.
    return {
      result: await (WORK[work] as AnyWork)(input, { passphrase, onProgress: createPrinter() }),
    }
  } catch (cause) {
    if (cause instanceof DomainError) return { domainError: cause.message }
    return { failure: describeError(cause).error.replace(/^Error: /, '') }
  }
}

function createPrinter() {
  let last = ''
  return ({ stage, share }: StageProgress) => {
    const progress = { stage, share: Math.floor(share * 100) / 100 }
    const line = JSON.stringify({ progress })
    if (line !== last) console.log(line)
    last = line
  }
}
