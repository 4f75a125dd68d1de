import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ok, problem } from './finding.ts'

const TOPIC = 'data folder'
const CHOOSE_ADVICE = 'Choose another one with --data-dir'

/** Null if the folder is there; otherwise nothing else can be checked. */
export function checkFolderExists(dataDir: string) {
  const info = statSync(dataDir, { throwIfNoEntry: false })
  if (info?.isDirectory()) return null
  if (info) return problem(TOPIC, `${dataDir} is a file`, `${CHOOSE_ADVICE}, or remove the file.`)
  const advice = `${CHOOSE_ADVICE}, or start the program, which creates it.`
  return problem(TOPIC, `${dataDir} does not exist`, advice)
}

export function checkFolder(dataDir: string) {
  const testFile = join(dataDir, `.doctor-${process.pid}`)
  try {
    // Permissions do not show that a disk is full or mounted read-only.
    writeFileSync(testFile, 'test')
    rmSync(testFile)
    return ok(TOPIC, `${dataDir} is writable`)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    const advice = 'Fix its permissions, free some space, or check whether the disk is read-only.'
    return problem(TOPIC, `${dataDir} is not writable${code}`, advice)
  }
}
