import { base32, createMac, type SecretKey } from './tokens.ts'

const ID_BYTES = 5

export type ProgramKey = SecretKey & { dataFolder?: string }

/**
 * Cookies ignore ports, so a name contains the program's id. Another database has another id, and so
 * has a copy of this one in another folder. The prefix keeps pages over http, and other
 * hosts of the domain, from replacing a cookie of https.
 */
export function getCookieName(key: ProgramKey, name: string, isSecure: boolean) {
  return `${isSecure ? '__Host-' : ''}clinic-${getProgramId(key)}-${name}`
}

/** Each request needs it many times. */
const ids = new WeakMap<ProgramKey, string>()

function getProgramId(key: ProgramKey) {
  const id =
    ids.get(key) ?? base32(createMac(key, `program ${key.dataFolder ?? ''}`).subarray(0, ID_BYTES))
  ids.set(key, id)
  return id
}
