import { backupNamed } from '#domain/backups/backups'

const KEPT_DAYS = 7
const KEPT_WEEKS = 4
const KEPT_BY_KIND = { manual: 10, 'before-restore': 3 }

const DAY_MS = 24 * 60 * 60_000

/**
 * Of the nightly ones the newest of each of seven days and, older than those, of each of four weeks; of the
 * others the newest few. Days without a backup, such as holidays, do not count.
 */
export function backupsToKeep(names: string[]): Set<string> {
  const sorted = names.map(backupNamed).filter(found => found !== null)
  sorted.sort((a, b) => (a.name < b.name ? 1 : -1))
  const nightly = sorted.filter(({ kind }) => kind === 'nightly')

  const daily = newestOfEach(nightly, ({ day }) => day).slice(0, KEPT_DAYS)
  const oldestDay = daily.at(-1)?.day ?? ''
  const older = nightly.filter(({ day }) => day < oldestDay)
  const weekly = newestOfEach(older, ({ day }) => mondayOf(day)).slice(0, KEPT_WEEKS)

  const few = (kind: keyof typeof KEPT_BY_KIND) =>
    sorted.filter(one => one.kind === kind).slice(0, KEPT_BY_KIND[kind])
  const kept = [...daily, ...weekly, ...few('manual'), ...few('before-restore')]
  return new Set(kept.map(({ name }) => name))
}

function newestOfEach<T>(sorted: T[], group: (one: T) => string) {
  const groups = new Map<string, T>()
  for (const one of sorted) if (!groups.has(group(one))) groups.set(group(one), one)
  return [...groups.values()]
}

function mondayOf(day: string) {
  const at = Date.parse(day)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
