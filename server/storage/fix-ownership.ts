import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Gives files that a command created as root to the owner of the folder, the service's user. */
export function fixOwnership(dataDir: string) {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  if (uid === 0) return
  for (const name of readdirSync(dataDir, { recursive: true })) {
    const path = join(dataDir, String(name))
    // The running program may delete its files meanwhile.
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, uid, gid)
  }
}
