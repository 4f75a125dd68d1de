import { parseBackupName } from '#domain/backups/backups'

const MAX_DAILY = 7
const MAX_WEEKLY = 4
const MAX_BY_KIND = { manual: 10, 'before-restore': 3 }

const DAY_MS = 24 * 60 * 60_000

/**
 * Of the nightly ones the newest of each of seven days and, older than those, of each of four weeks; of the
 * others the newest few. Days without a backup, such as holidays, do not count.
 */
export function selectBackupsToKeep(names: string[]): Set<string> {
  const sorted = names.map(parseBackupName).filter(found => found !== null)
  sorted.sort((a, b) => (a.name < b.name ? 1 : -1))
  const nightly = sorted.filter(({ kind }) => kind === 'nightly')

  const daily = pickNewestPerGroup(nightly, ({ day }) => day).slice(0, MAX_DAILY)
  const oldestDay = daily.at(-1)?.day ?? ''
  const older = nightly.filter(({ day }) => day < oldestDay)
  const weekly = pickNewestPerGroup(older, ({ day }) => getMonday(day)).slice(0, MAX_WEEKLY)

  const few = (kind: keyof typeof MAX_BY_KIND) =>
    sorted.filter(one => one.kind === kind).slice(0, MAX_BY_KIND[kind])
  const kept = [...daily, ...weekly, ...few('manual'), ...few('before-restore')]
  return new Set(kept.map(({ name }) => name))
}

function pickNewestPerGroup<T>(sorted: T[], group: (one: T) => string) {
  const groups = new Map<string, T>()
  for (const one of sorted) if (!groups.has(group(one))) groups.set(group(one), one)
  return [...groups.values()]
}

function getMonday(day: string) {
  const at = Date.parse(day)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}
