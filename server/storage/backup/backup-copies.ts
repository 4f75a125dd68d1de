import { type BackupCopies, findNewestIntact } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError, type Log } from '../../observability/log.ts'
import type { BackupStore } from './backup-store.ts'
import { type RunWorker, runInWorker } from './worker-client.ts'

const CHECK_INTERVAL_MS = 60 * 60_000
const RETRY_MS = 10 * 60_000
/** A share whose server is gone can block a process indefinitely. */
const TIMEOUT_MS = 60 * 60_000

type Options = {
  folder: string
  passphrase: string | undefined
  store: Pick<BackupStore, 'list' | 'find'>
  log: Log
  now(): string
  /** Null while the date waits for Confirm date. */
  findDay(): Promise<string | null>
  runWorker?: RunWorker
  timeoutMs?: number
}

export type BackupCopier = ReturnType<typeof createBackupCopier>

export function createBackupCopier(options: Options) {
  const { folder, passphrase, store, log, now, findDay } = options
  const { runWorker = runInWorker, timeoutMs = TIMEOUT_MS } = options
  let newestAt: string | null = null
  let failure: BackupCopies['failure'] = null
  let checked: { name: string; at: string } | null = null
  let running: Promise<void> | null = null
  let working: Promise<unknown> | null = null

  function isDue(name: string) {
    if (!checked) return true
    const waitMs = failure ? RETRY_MS : checked.name === name ? CHECK_INTERVAL_MS : 0
    const sinceMs = Date.parse(now()) - Date.parse(checked.at)
    // The difference is negative after the clock was set back.
    return sinceMs < 0 || sinceMs >= waitMs
  }

  async function copyNewest(isForced: boolean) {
    try {
      // The machine's clock may have been wrong once: see `findNewestUntil`.
      const all = await store.list()
      const newest = findNewestIntact(
        all.filter(({ contents }) => contents && contents.madeAt <= now()),
      )
      if (!newest || !(isForced || isDue(newest.name))) return
      checked = { name: newest.name, at: now() }
      const { path: file } = await store.find(newest.name)
      // No signal ends a process that hangs on a lost share, so do not start a second process.
      if (working) throw new DomainError(NO_ANSWER)
      const signal = AbortSignal.timeout(timeoutMs)
      const day = await findDay()
      const copying = runWorker('copyOut', { file, into: folder, day }, { passphrase, signal })
      working = copying.catch(() => {}).finally(() => (working = null))
      await inTime(copying, timeoutMs)
      if (newestAt !== newest.madeAt) log('info', 'backup copied', { name: newest.name })
      newestAt = newest.madeAt
      failure = null
    } catch (cause) {
      const because = cause instanceof DomainError ? cause.message : UNKNOWN_REASON
      if (failure?.because !== because) log('error', 'backup copy failed', describeError(cause))
      failure = { at: failure?.at ?? now(), because }
    }
  }

  async function run(isForced: boolean) {
    running ??= copyNewest(isForced).finally(() => (running = null))
    await running
  }

  return {
    getStatus: (): BackupCopies => ({ folder, newestAt, failure }),
    copyIfDue: () => run(false),
    copyNow: () => run(true),
  }
}

const NO_ANSWER = 'it does not answer'
const UNKNOWN_REASON = "see the program's log for the cause"

export function inTime<T>(work: Promise<T>, timeoutMs: number) {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DomainError(NO_ANSWER)), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
