import { getSqliteCode } from '#db/connection/errors'
import {
  type BackupFailure,
  type BackupJob,
  type StageProgress,
  toProgress,
} from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { describeError, type Log } from '../../observability/log.ts'

type RunningJob = Exclude<BackupJob, { step: 'idle' }>
type JobInfo = Pick<BackupFailure, 'what' | 'at'>
export type JobWatch = { signal: AbortSignal; onProgress(progress: StageProgress): void }

const IDLE: BackupJob = { step: 'idle' }

export function createJobLock(log: Log) {
  const stopping = new AbortController()
  let job: BackupJob = IDLE
  let failure: BackupFailure | null = null
  let running: Promise<unknown> = Promise.resolve()

  function assertIdle() {
    if (job.step === 'backing-up') throw new DomainError('A backup is already being made')
    if (job.step === 'restoring') throw new DomainError('A backup is being restored')
    stopping.signal.throwIfAborted()
  }

  async function recordOutcome<T>({ what, at }: JobInfo, task: () => Promise<T>) {
    try {
      const result = await task()
      failure = null
      return result
    } catch (cause) {
      if (!stopping.signal.aborted) {
        failure = { what, at, because: getReason(cause) }
        log('error', `${what} failed`, describeError(cause))
      }
      throw cause
    } finally {
      job = IDLE
    }
  }

  return {
    getStatus: () => ({ work: job, failure }),
    assertIdle,

    run<T>(next: RunningJob, info: JobInfo, task: (watch: JobWatch) => Promise<T>): Promise<T> {
      assertIdle()
      job = next
      const watch = {
        signal: stopping.signal,
        onProgress(progress: StageProgress) {
          job = { ...next, progress: toProgress(next.step, progress) }
        },
      }
      const result = recordOutcome(info, () => task(watch))
      running = result.catch(() => {})
      return result
    },

    block(next: RunningJob) {
      job = next
    },

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
  return isFull ? 'The disk is full' : "See the program's log for the cause"
}
