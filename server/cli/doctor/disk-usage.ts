import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { formatBytes } from '#domain/backups/backups'
import { ok } from './finding.ts'

const YEAR_MS = 365 * 24 * 60 * 60_000
const MONTH_MS = YEAR_MS / 12

/** The first that matches a name in the data folder. */
const PARTS: [RegExp, string][] = [
  [/^clinic\.db(-wal|-shm)?$/, 'database'],
  [/^clinic-before-.*\.db$/, 'copies from before an update'],
  [/^media$/, 'images'],
  [/^backups$/, 'backups'],
  [/^before-restore-/, 'data from before a restore'],
]

/** What the data folder weighs, heaviest first, and how fast the database grows. */
export async function checkWeight(dataDir: string, inspection: Inspection | null, now: Date) {
  const weights = new Map<string, number>()
  for (const name of await readdir(dataDir)) {
    const part = PARTS.find(([pattern]) => pattern.test(name))?.[1]
    if (!part) continue
    weights.set(part, (weights.get(part) ?? 0) + (await measureBytes(join(dataDir, name))))
  }
  const total = weights.values().reduce((sum, bytes) => sum + bytes, 0)
  const growth = describeGrowth(weights.get('database') ?? 0, inspection, now)
  if (total === 0) return ok('size', 'the data folder is empty')
  const parts = [...weights]
    .filter(([, bytes]) => bytes > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([part, bytes]) => `${part} ${formatBytes(bytes)}${part === 'database' ? growth : ''}`)
  return ok('size', `${formatBytes(total)}: ${parts.join(', ')}`)
}

/** '' in the first month, which says little about a year. */
function describeGrowth(bytes: number, inspection: Inspection | null, now: Date) {
  const age = inspection?.oldest ? now.getTime() - Date.parse(inspection.oldest) : 0
  return age < MONTH_MS ? '' : ` (growing by ${formatBytes((bytes / age) * YEAR_MS)} a year)`
}

/** Counts nothing that is gone or cannot be read. */
async function measureBytes(path: string): Promise<number> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isDirectory()) return info?.size ?? 0
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map(name => measureBytes(join(path, name))))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
