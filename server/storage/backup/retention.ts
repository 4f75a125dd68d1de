import { type Backup, parseBackupName } from '#domain/backups/backups'
import { addDays, DAY_MS } from '#domain/time'

const MAX_DAILY = 7
const MAX_WEEKLY = 4
const MAX_BY_KIND = { manual: 10, 'before-restore': 3 }
/** After ten years with 300 patients a day, one backup takes 0.5 GB. */
const MAX_TOTAL_BYTES = 8e9

type Sized = Pick<Backup, 'name' | 'bytes'>

/** `newest` was just made or copied. `day` is today, or null until Confirm date. */
export type Retention = { newest: string; day: string | null }

/** While the date waits for Confirm date, keeps all backups that fit into twice the space. */
export function selectBackupsToKeep(
  backups: Sized[],
  { newest, day }: Retention,
  maxBytes = MAX_TOTAL_BYTES,
): Set<string> {
  const names = backups.map(({ name }) => name)
  const byRule = day === null ? new Set(names) : selectByDay(names, day)
  const rank = (name: string) => (name === newest ? 0 : isAhead(name, day) ? 2 : 1)
  const sorted = backups
    .filter(({ name }) => name === newest || byRule.has(name))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? 1 : -1))
  const space = day === null ? 2 * maxBytes : maxBytes
  let total = 0
  const fitting = sorted.filter(({ bytes }, index) => {
    total += bytes
    return index === 0 || total <= space
  })
  return new Set(fitting.map(({ name }) => name))
}

/** Selects backups of later days separately, because they come from a clock that was ahead. */
function selectByDay(names: string[], day: string): Set<string> {
  const ahead = names.filter(name => isAhead(name, day))
  const others = names.filter(name => !isAhead(name, day))
  return new Set([...selectByAge(others), ...selectByAge(ahead)])
}

function isAhead(name: string, day: string | null) {
  // The time zone may have been changed.
  return day !== null && (parseBackupName(name)?.day ?? '') > addDays(day, 1)
}

function selectByAge(names: string[]): Set<string> {
  const sorted = names.map(parseBackupName).filter(parsed => parsed !== null)
  sorted.sort((a, b) => (a.name < b.name ? 1 : -1))
  const nightly = sorted.filter(({ kind }) => kind === 'nightly')

  const daily = pickNewestPerGroup(nightly, ({ day }) => day).slice(0, MAX_DAILY)
  const oldestDay = daily.at(-1)?.day ?? ''
  const older = nightly.filter(({ day }) => day < oldestDay)
  const weekly = pickNewestPerGroup(older, ({ day }) => getMonday(day)).slice(0, MAX_WEEKLY)

  const pickNewest = (kind: keyof typeof MAX_BY_KIND) =>
    sorted.filter(backup => backup.kind === kind).slice(0, MAX_BY_KIND[kind])
  const selected = [...daily, ...weekly, ...pickNewest('manual'), ...pickNewest('before-restore')]
  return new Set(selected.map(({ name }) => name))
}

function pickNewestPerGroup<T>(sorted: T[], getGroup: (item: T) => string) {
  const groups = new Map<string, T>()
  for (const item of sorted) {
    const group = getGroup(item)
    if (!groups.has(group)) groups.set(group, item)
  }
  return [...groups.values()]
}

function getMonday(day: string) {
  const dayStart = Date.parse(day)
  const daysSinceMonday = (new Date(dayStart).getUTCDay() + 6) % 7
  return new Date(dayStart - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}
