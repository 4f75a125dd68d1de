import { base32, createMac, type SecretKey } from './tokens.ts'

const ID_BYTES = 5

export type ProgramKey = SecretKey & { dataFolder?: string }

/**
 * Adds the program's id, because cookies ignore ports. Each database has a different id, even a
 * copy of this database in another folder. The prefix keeps http pages and other hosts of the
 * domain from replacing a cookie of https.
 */
export function getCookieName(key: ProgramKey, name: string, isSecure: boolean) {
  return `${isSecure ? '__Host-' : ''}clinic-${getProgramId(key)}-${name}`
}

/** Caches the ids, because each request needs one many times. */
const ids = new WeakMap<ProgramKey, string>()

function getProgramId(key: ProgramKey) {
  const id =
    ids.get(key) ?? base32(createMac(key, `program ${key.dataFolder ?? ''}`).subarray(0, ID_BYTES))
  ids.set(key, id)
  return id
}
