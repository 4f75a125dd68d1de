import { statSync } from 'node:fs'

/** Gives up root, because files that root creates would lock the service's user out. */
export function becomeDataOwner(dataDir: string) {
  const { getuid, setgroups, setgid, setuid } = process
  if (!setgroups || !setgid || !setuid || getuid?.() !== 0) return
  const owner = findOwner(dataDir)
  if (!owner || owner.uid === 0) return
  setgroups([owner.gid])
  setgid(owner.gid)
  setuid(owner.uid)
}

function findOwner(dataDir: string) {
  try {
    return statSync(dataDir)
  } catch {
    return null
  }
}
