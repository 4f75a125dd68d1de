import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, problem } from './finding.ts'

const TOPIC = 'data folder'

export function checkFolder(dataDir: string) {
  if (!existsSync(dataDir)) {
    const advice = 'Choose another one with --data-dir, or start the program, which creates it.'
    return problem(TOPIC, `${dataDir} does not exist`, advice)
  }
  const testFile = join(dataDir, `.doctor-${process.pid}`)
  try {
    // Permissions do not show that a disk is full or mounted read-only.
    writeFileSync(testFile, 'test')
    return ok(TOPIC, `${dataDir} is writable`)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    const advice = 'Fix its permissions, free some space, or check whether the disk is read-only.'
    return problem(TOPIC, `${dataDir} is not writable${code}`, advice)
  } finally {
    rmSync(testFile, { force: true })
  }
}
