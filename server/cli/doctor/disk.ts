import { statfsSync } from 'node:fs'
import { lookAt, ok } from './finding.ts'

const MB = 1_000_000
/** A year of a busy clinic takes some 100 MB; a backup needs as much again, the system its own. */
const ENOUGH_BYTES = 500 * MB

export function examineDisk(dataDir: string) {
  const { bavail, bsize } = statfsSync(dataDir)
  return judgeSpace(bavail * bsize)
}

export function judgeSpace(free: number) {
  const is = `${Math.floor(free / MB)} MB are free`
  if (free >= ENOUGH_BYTES) return ok('disk', is)
  const doThis = 'Delete what is not needed on this disk: without space nothing can be registered.'
  return lookAt('disk', `only ${is}, less than ${ENOUGH_BYTES / MB} MB`, doThis)
}
