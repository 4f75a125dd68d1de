import { statSync } from 'node:fs'

/** A file that root creates would lock a service's user out of its own data. */
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
