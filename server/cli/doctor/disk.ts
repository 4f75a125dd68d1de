import { statfsSync } from 'node:fs'
import { MIN_FREE_BYTES } from '../../queries/notices.ts'
import { ok, problem } from './finding.ts'

const MB = 1_000_000

export function checkDisk(dataDir: string) {
  const { bavail, bsize } = statfsSync(dataDir)
  return checkFreeSpace(bavail * bsize)
}

export function checkFreeSpace(free: number) {
  const result = `${Math.floor(free / MB)} MB are free`
  if (free >= MIN_FREE_BYTES) return ok('disk', result)
  const advice = 'Free some space: on a full disk no patient can be registered.'
  return problem('disk', `only ${result}, less than ${MIN_FREE_BYTES / MB} MB`, advice)
}
