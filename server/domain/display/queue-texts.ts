import { formatNumbers } from './tv-options.ts'

type QueueState = {
  /** Null where it is not shown. */
  waitingCount: number | null
  /** In minutes, for a new patient. */
  range: { low: number; high: number } | null
  /** The numbers of those who missed their call, the latest first. */
  missed: number[]
}

/** The texts of a TV's line: who waits, how long it may take, and who missed their call. */
export function getQueueTexts({ waitingCount, range, missed }: QueueState) {
  const texts = waitingCount === null ? [] : [`Waiting: ${waitingCount}`]
  if (range) {
    const { low, high } = range
    texts.push(low === 0 ? `Now up to ${high} min` : `Now about ${low}-${high} min`)
  }
  if (missed.length > 0) {
    texts.push(`Missed: ${formatNumbers(missed)} - please tell the counter`)
  }
  return texts
}
