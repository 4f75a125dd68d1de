import type { Log } from './log.ts'

/** Days missing from reports. Logs only the first failure of a day until the day is counted. */
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
