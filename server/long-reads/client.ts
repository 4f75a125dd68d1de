import { DatabaseUnreachableError } from '#db/connection/errors'
import { createMutex } from '#db/connection/mutex'
import type { Database, FrozenFile } from '#db/connection/open'
import type { Source } from '#db/connection/reader'
import { DomainError } from '#domain/errors'
import { MINUTE_MS, type TimeZone } from '#domain/time'
import { getWorkerCommand } from '../config/program.ts'
import { describeError, type Log } from '../observability/log.ts'
import { type ReadLong, runLongRead } from './reads.ts'
import type { LongReadRequest, LongReadResponse } from './worker.ts'

export const LONG_READS_COMMAND = 'long-reads-worker'

/** The process ends after this time without reads, to free its memory. */
const IDLE_MS = MINUTE_MS
/** A file stays frozen for this time, and the journal is not written into it. */
const FROZEN_MS = 5_000
const MAX_READ_MS = 10 * MINUTE_MS

type Options = {
  database: Pick<Database, 'read' | 'freezeFile'>
  timeZone: TimeZone
  log: Log
  /** A database server to read from. If missing, the file is frozen and read. */
  server?: Source | undefined
  command?: string[]
  frozenMs?: number
}

export function createLocalReads({ database, timeZone }: Pick<Options, 'database' | 'timeZone'>) {
  const readLong: ReadLong = (name, input, { signal } = {}) =>
    database.read(db => {
      signal?.throwIfAborted()
      return runLongRead({ db, timeZone }, name, input)
    })
  return { readLong, close: async () => {} }
}

/** Runs one read at a time in a separate process, which starts with the first read. */
export function createLongReads(options: Options) {
  const { database, timeZone, log, server, command, frozenMs = FROZEN_MS } = options
  const here = createLocalReads(options)
  const inTurn = createMutex()
  let worker: ReturnType<typeof startWorker> | null = null
  let idle: Timer | undefined
  const { freeze, thaw, thawLater } = createFreezer(database, frozenMs, inTurn)
  /** Null until the first answer, because the computer may forbid starting another process. */
  let isAble: boolean | null = null

  async function ask(request: LongReadRequest, signal: AbortSignal | undefined) {
    clearTimeout(idle)
    signal?.throwIfAborted()
    if (!worker?.isRunning()) worker = startWorker(command)
    const asked = worker
    const giveUp = () => void stop()
    signal?.addEventListener('abort', giveUp, { once: true })
    const response = await asked.ask(request)
    signal?.removeEventListener('abort', giveUp)
    signal?.throwIfAborted()
    if (response) {
      idle = setTimeout(() => void stop(), IDLE_MS)
      idle.unref()
      const result = toResult(response)
      isAble = true
      return result
    }
    if (worker === asked) {
      log('error', 'long read failed: its process ended', { read: request.name })
      await stop()
    }
    throw new DomainError('This could not be read. Please try again.', { status: 503 })
  }

  async function stop() {
    clearTimeout(idle)
    const stopped = worker
    worker = null
    await stopped?.kill()
  }

  const readLong: ReadLong = (name, input, { isNewest = false, signal } = {}) =>
    inTurn(async () => {
      const file = server || isAble === false ? undefined : (await freeze(isNewest))?.file
      const source = server ?? (file === undefined ? null : { file })
      if (!source || isAble === false) return here.readLong(name, input) as never
      try {
        // Safe: `ReadLong` pairs the input with the read, and the read with its result.
        return (await ask({ timeZone, name, input, source } as never, signal)) as never
      } catch (cause) {
        if (isAble !== null || signal?.aborted) throw cause
        const result = await here.readLong(name, input)
        isAble = false
        log('error', 'long reads stay in this process', describeError(cause))
        return result as never
      }
    }).finally(thawLater)

  async function close() {
    await stop()
    await thaw()
  }
  return { readLong, close }
}

/** Keeps the file frozen for some reads, because writing the journal into it delays the desks. */
function createFreezer(
  { freezeFile }: Options['database'],
  frozenMs: number,
  inTurn: (work: () => Promise<void>) => Promise<void>,
) {
  let frozen: FrozenFile | null = null
  let frozenUntil = 0
  let thawing: Timer | undefined

  async function freeze(isNewest: boolean) {
    if (isNewest || performance.now() >= frozenUntil) await thaw()
    if (frozen) return frozen
    // If the disk is full or read-only, saved data can still be read.
    frozen = await freezeFile().catch(() => null)
    frozenUntil = performance.now() + frozenMs
    return frozen
  }

  async function thaw() {
    clearTimeout(thawing)
    const before = frozen
    frozen = null
    await before?.release()
  }

  /** Thaws when the freeze time is over. Called after each read, because a read may outlast it. */
  function thawLater() {
    clearTimeout(thawing)
    if (!frozen) return
    thawing = setTimeout(() => void inTurn(thaw), Math.max(0, frozenUntil - performance.now()))
    thawing.unref()
  }

  return { freeze, thaw, thawLater }
}

function startWorker(command = getWorkerCommand(LONG_READS_COMMAND)) {
  let onResponse = (_response: LongReadResponse | null) => {}
  const child = Bun.spawn(command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (response: LongReadResponse) => onResponse(response),
  })
  child.unref()
  void child.exited.then(() => onResponse(null))

  function kill() {
    child.kill('SIGKILL')
    return child.exited
  }

  return {
    kill,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Null if the process ends without a response. */
    async ask(request: LongReadRequest) {
      const { promise, resolve } = Promise.withResolvers<LongReadResponse | null>()
      onResponse = resolve
      const limit = setTimeout(kill, MAX_READ_MS)
      child.send(request)
      return promise.finally(() => clearTimeout(limit))
    },
  }
}

function toResult(response: LongReadResponse) {
  if ('result' in response) return response.result
  const { failure, code, isUnreachable } = response
  if (isUnreachable) throw new DatabaseUnreachableError(failure)
  throw Object.assign(new Error(failure), { code })
}
