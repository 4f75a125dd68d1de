import { lstatSync, readFileSync, rmSync } from 'node:fs'
import type { Database } from '#db/connection/open'
import { findUserByName } from '#db/repositories/users'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { describeError, type Log } from '../observability/log.ts'
import { isGenerated, verifyPassword } from './passwords.ts'

type Input = {
  config: { initialPasswordFile?: string | undefined }
  read: Database['read']
  log: Log
}

/** The hash that the file's password matched, for each running program. */
const openedHashes = new WeakMap<Input['config'], string>()

/** Deletes the file with the first password once the built-in admin has another password. */
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
