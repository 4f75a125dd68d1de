import { lstatSync, readFileSync, rmSync } from 'node:fs'
import type { Database } from '#db/connection/open'
import { findUserByName } from '#db/repositories/users'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { describeError, type Log } from '../observability/log.ts'

const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Keyboards compose é in two ways, and pasted text may have blanks. */
export function hashPassword(password: string) {
  return Bun.password.hash(password.trim().normalize('NFC'), ARGON2_OPTIONS)
}

/** A dummy is verified for an unknown user, so that both cases take the same time. */
export async function verifyPassword(password: string, hash: string | undefined) {
  // All forms of a wrong password are tried, whether or not the user is known.
  for (const form of listForms(password)) {
    const isMatch = await Bun.password.verify(form, hash ?? DUMMY_HASH)
    if (isMatch) return hash !== undefined
  }
  return false
}

/** Version 1.0.0 hashed passwords as typed. Version 1.1.0 composed them, and kept the blanks. */
function listForms(typed: string) {
  const composed = typed.normalize('NFC')
  const forms = new Set([composed, typed, composed.trim(), typed.trim()])
  forms.delete('')
  return forms
}

/** Nobody knows the password of this hash. Computing a hash would slow down every start. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EQznDmbEX1mBRSWzJD+gDWlDmAOBarSxYyHL3pZLDTw$1ubT+aT+NvrSvoEONNLXlxTuXJWxQRKaZSXpxjaXCzo'

const READABLE_CHARS = 'abcdefghjkmnpqrstuvwxyz23456789'

const GENERATED_LENGTH = 12

function isGenerated(text: string) {
  return text.length === GENERATED_LENGTH && [...text].every(char => READABLE_CHARS.includes(char))
}

export function generatePassword() {
  const bytes = crypto.getRandomValues(new Uint32Array(GENERATED_LENGTH))
  return [...bytes].map(byte => READABLE_CHARS[byte % READABLE_CHARS.length]).join('')
}

type Input = {
  config: { initialPasswordFile?: string | undefined }
  read: Database['read']
  log: Log
}

const openedHashes = new WeakMap<Input['config'], string>()

export async function removeUsedPassword({ config, read, log }: Input) {
  const file = config.initialPasswordFile
  const password = file ? readPassword(file) : null
  if (!file || password === null) return
  const admin = await read(db => findUserByName(db, BUILT_IN_ADMIN))
  if (!admin || openedHashes.get(config) === admin.passwordHash) return
  if (await verifyPassword(password, admin.passwordHash)) {
    openedHashes.set(config, admin.passwordHash)
    return
  }
  try {
    rmSync(file)
    log('info', 'first password removed', { file })
  } catch (cause) {
    openedHashes.set(config, admin.passwordHash)
    log('warn', 'first password not removed', { file, ...describeError(cause) })
  }
}

/** Returns null if this program did not write the file. */
function readPassword(file: string) {
  try {
    if (!lstatSync(file).isFile()) return null
    const text = readFileSync(file, 'utf8')
    return isGenerated(text.trimEnd()) ? text.trimEnd() : null
  } catch {
    return null
  }
}
