import type { Log } from './log.ts'

/** The days that reports lack. Each is logged when it fails first, and again after it was counted. */
export function createFailedDays(log: Log) {
  const failed = new Set<string>()
  return {
    add(day: string, failure: { error: string }) {
      if (!failed.has(day)) log('error', 'report day not counted', { day, ...failure })
      failed.add(day)
    },
    delete: (day: string) => failed.delete(day),
  }
}
