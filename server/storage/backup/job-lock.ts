import { getSqliteCode } from '#db/connection/errors'
import type { BackupFailure, BackupJob } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError, type Log } from '../../observability/log.ts'

type RunningJob = Exclude<BackupJob, { step: 'idle' }>
type JobInfo = Pick<BackupFailure, 'what' | 'at'>
const IDLE: BackupJob = { step: 'idle' }

/** Backups and restores one at a time; what is going on, and what went wrong last, for all screens. */
export function createJobLock(log: Log) {
  const stopping = new AbortController()
  let work: BackupJob = IDLE
  let failure: BackupFailure | null = null
  let running: Promise<unknown> = Promise.resolve()

  function refuseWhenBusy() {
    if (work.step === 'backing-up') throw new DomainError('A backup is already being made')
    if (work.step === 'restoring') throw new DomainError('A backup is being restored')
    stopping.signal.throwIfAborted()
  }

  async function noting<T>({ what, at }: JobInfo, act: () => Promise<T>) {
    try {
      const result = await act()
      failure = null
      return result
    } catch (cause) {
      if (!stopping.signal.aborted) {
        failure = { what, at, because: getReason(cause) }
        log('error', `${what} failed`, describeError(cause))
      }
      throw cause
    } finally {
      work = IDLE
    }
  }

  return {
    now: () => ({ work, failure }),
    refuseWhenBusy,

    /** Does this alone, or refuses at once. Trouble is noted and logged here, and thrown as well. */
    alone<T>(
      next: RunningJob,
      { what, at }: JobInfo,
      act: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      refuseWhenBusy()
      work = next
      const mine = noting({ what, at }, () => act(stopping.signal))
      running = mine.catch(() => {})
      return mine
    },

    /** From here on nothing else begins: the program is about to start anew. */
    staysBusy(next: RunningJob) {
      work = next
    },

    /** Ends what is being done; its draft is gone when this resolves. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const DISK_FULL = /ENOSPC|EDQUOT|SQLITE_FULL|disk is full/

function getReason(cause: unknown) {
  if (cause instanceof DomainError) return cause.message
  const isFull = DISK_FULL.test(`${getSqliteCode(cause)} ${describeError(cause).error}`)
  return isFull ? 'The disk is full' : "The program's log tells what went wrong"
}
