import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A command that root runs on the service's data (sudo) would leave files that the service's own user
 * cannot open. They are given to whom the folder belongs.
 */
export function fixOwnership(dataDir: string) {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  if (uid === 0) return
  for (const name of readdirSync(dataDir, { recursive: true })) {
    const path = join(dataDir, String(name))
    // A running program may take its own files away meanwhile.
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid)
  }
}
