import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, problem } from './finding.ts'

const TOPIC = 'data folder'

export function checkFolder(dataDir: string) {
  if (!existsSync(dataDir)) {
    const doThis = 'Choose the right one with --data-dir, or start the program once: it makes it.'
    return problem(TOPIC, `there is no ${dataDir}`, doThis)
  }
  const trial = join(dataDir, `.doctor-${process.pid}`)
  try {
    // The rights alone do not tell of a disk that was mounted read-only, or is full.
    writeFileSync(trial, 'written')
    return ok(TOPIC, `${dataDir} can be written`)
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    const doThis = 'Mend its rights, free some space, or see whether the disk became read-only.'
    return problem(TOPIC, `${dataDir} cannot be written${why}`, doThis)
  } finally {
    rmSync(trial, { force: true })
  }
}
