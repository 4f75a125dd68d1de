import { accessSync, constants, statSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'

/**
 * Continues as the owner of the data folder if root runs this program on the folder of a service's user: a file of
 * root would lock the service out of its own data. Does nothing for other users, and without a folder.
 */
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

/** Null if the folder is not there; whatever else is wrong with its path, its first use says. */
function findOwner(dataDir: string) {
  try {
    return statSync(dataDir)
  } catch {
    return null
  }
}
