import { statfsSync } from 'node:fs'
import { ok, problem } from './finding.ts'

const MB = 1_000_000
/** A year of a busy clinic takes some 100 MB; a backup needs as much again, the system its own. */
const MIN_FREE_BYTES = 500 * MB

export function checkDisk(dataDir: string) {
  const { bavail, bsize } = statfsSync(dataDir)
  return checkFreeSpace(bavail * bsize)
}

export function checkFreeSpace(free: number) {
  const is = `${Math.floor(free / MB)} MB are free`
  if (free >= MIN_FREE_BYTES) return ok('disk', is)
  const doThis = 'Delete what is not needed on this disk: without space nothing can be registered.'
  return problem('disk', `only ${is}, less than ${MIN_FREE_BYTES / MB} MB`, doThis)
}
