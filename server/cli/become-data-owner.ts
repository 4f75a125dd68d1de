import { accessSync, constants, statSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'

/** A file that root creates would lock a service's user out of its own data. */
export function becomeDataOwner(dataDir: string) {
  const { getuid, setgroups, setgid, setuid } = process
  if (!setgroups || !setgid || !setuid || getuid?.() !== 0) return
  const owner = findOwner(dataDir)
  if (!owner || owner.uid === 0) return
  setgroups([owner.gid])
  setgid(owner.gid)
  setuid(owner.uid)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError(
      `The data folder ${dataDir} cannot be used by its owner, the user with the id ${owner.uid}. Let that user into the folders above it, and run: chmod u+rwx ${dataDir}`,
    )
  }
}

function findOwner(dataDir: string) {
  try {
    return statSync(dataDir)
  } catch {
    return null
  }
}
