import { sqliteCode } from '#db/connection/errors'
import type { BackupFailure, BackupWork } from '#domain/backups/backups'
import { Refusal } from '#domain/errors'
import { describe, type Log } from '../../observability/log.ts'

type Busy = Exclude<BackupWork, { step: 'idle' }>
type When = Pick<BackupFailure, 'what' | 'at'>
const IDLE: BackupWork = { step: 'idle' }

/** Backups and restores one at a time; what is going on, and what went wrong last, for all screens. */
export function oneAtATime(log: Log) {
  const stopping = new AbortController()
  let work: BackupWork = IDLE
  let failure: BackupFailure | null = null
  let running: Promise<unknown> = Promise.resolve()

  function refuseWhenBusy() {
    if (work.step === 'backing-up') throw new Refusal('A backup is already being made')
    if (work.step === 'restoring') throw new Refusal('A backup is being restored')
    stopping.signal.throwIfAborted()
  }

  async function noting<T>({ what, at }: When, act: () => Promise<T>) {
    try {
      const result = await act()
      failure = null
      return result
    } catch (cause) {
      if (!stopping.signal.aborted) {
        failure = { what, at, because: becauseOf(cause) }
        log('error', `${what} failed`, describe(cause))
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
    alone<T>(next: Busy, { what, at }: When, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
      refuseWhenBusy()
      work = next
      const mine = noting({ what, at }, () => act(stopping.signal))
      running = mine.catch(() => {})
      return mine
    },

    /** From here on nothing else begins: the program is about to start anew. */
    staysBusy(next: Busy) {
      work = next
    },

    /** Ends what is being done; its draft is gone when this resolves. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const FULL = /ENOSPC|EDQUOT|SQLITE_FULL|disk is full/

function becauseOf(cause: unknown) {
  if (cause instanceof Refusal) return cause.message
  const isFull = FULL.test(`${sqliteCode(cause)} ${describe(cause).error}`)
  return isFull ? 'The disk is full' : "The program's log tells what went wrong"
}
